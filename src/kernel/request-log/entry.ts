import type { Json } from '../../std/json.ts';
import type { WindowUse } from '../limits/rate-limits.ts';

/* What the request log holds: everything in it has been redacted before. */

export type Mode = 'Production' | 'Test';

/** A body as it is kept; `text` says why there is no JSON, or not all of it. */
export interface KeptBody {
  readonly json: Json;
  readonly text: string | null;
  /** As it was sent. */
  readonly bytes: number;
  readonly truncated: boolean;
}

/** What lists are filtered by. Times are milliseconds since 1970. */
export interface EntryColumns {
  /** Of version 7: it begins with the time at which the request arrived. */
  readonly id: string;
  readonly userId: string;
  /** The organization of the user, and of the application's owner, at the time of the request. */
  readonly userOrganization: string | null;
  readonly clientId: string;
  readonly clientOrganization: string | null;
  readonly mode: Mode;
  readonly operationId: string | null;
  readonly api: string | null;
  readonly method: string;
  readonly path: string;
  /** Null: the connection ended before an answer. */
  readonly status: number | null;
  readonly code: string | null;
  readonly twinId: string | null;
  readonly correlationId: string;
  readonly durationMs: number;
  /** Stands for so many requests. */
  readonly sampled: number;
  readonly jobs: readonly string[];
}

/** What is only told. */
export interface EntryFacts {
  readonly apiVersion: number | null;
  /** The path of the operation, with names for values; null for an unknown operation. */
  readonly template: string | null;
  readonly query: string | null;
  readonly message: string | null;
  readonly target: string | null;
  readonly details: readonly { readonly code: string; readonly target: string | null }[];
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly traceId: string | null;
  readonly idempotencyKey: boolean;
  readonly rateLimit: WindowUse | null;
  readonly events: readonly { readonly eventType: string; readonly twinId: string }[];
  /** Those headers that a command to repeat the request needs. */
  readonly headers: Readonly<Record<string, string>>;
  /** A body was sent. */
  readonly hasBody: boolean;
}

export interface KeptBodies {
  readonly request: KeptBody | null;
  readonly response: KeptBody | null;
}

/** An entry as it is written. */
export interface NewEntry extends EntryColumns {
  readonly facts: EntryFacts;
  /** What requests with one Idempotency-Key of one caller have in common: a digest, not the key. */
  readonly keyDigest: string | null;
  /** Undefined where bodies are not kept. */
  readonly bodies: KeptBodies | undefined;
}

/** An entry as it is read. */
export interface Entry extends EntryColumns, EntryFacts {
  /** Orders entries by their arrival in the log. */
  readonly sequence: number;
  /** The first kept entry with the same Idempotency-Key of the same caller. */
  readonly retryOf: string | null;
  readonly bodies: boolean;
}

/** Which entries: absent members do not restrict, all others must hold. */
export interface EntryFilter {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly operationId?: readonly string[] | undefined;
  readonly api?: readonly string[] | undefined;
  readonly method?: readonly string[] | undefined;
  /** `none`: no answer; `4xx`: of that hundred. */
  readonly status?: readonly string[] | undefined;
  readonly code?: readonly string[] | undefined;
  readonly clientId?: readonly string[] | undefined;
  readonly userId?: readonly string[] | undefined;
  readonly twinId?: readonly string[] | undefined;
  readonly correlationId?: readonly string[] | undefined;
  readonly requestId?: readonly string[] | undefined;
  readonly mode?: readonly string[] | undefined;
  /** A part of the path, in any case. */
  readonly path?: string | undefined;
  readonly minMs?: number | undefined;
  readonly fault?: boolean | undefined;
  readonly jobId?: readonly string[] | undefined;
}

/** Whose entries somebody sees. */
export interface EntryScope {
  /** Whole: of this user. */
  readonly userId: string;
  /** Whole: of the users of this organization; limited: of its applications. */
  readonly organizationId: string | null;
  /** Limited: of these applications. */
  readonly clientIds: readonly string[];
}

/** Whether somebody sees all of an entry, and not only what everybody sees who manages its application. */
export const seesWhole = (scope: EntryScope, entry: Pick<EntryColumns, 'userId' | 'userOrganization'>): boolean =>
  entry.userId === scope.userId || (scope.organizationId !== null && entry.userOrganization === scope.organizationId);
