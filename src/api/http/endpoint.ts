import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { BlobPlace } from '../../kernel/blobs/port.ts';
import type { Issue } from '../../kernel/schema/validator.ts';
import type { Context } from './context.ts';
import type { FileBody } from './file-body.ts';
import type { Detail, EverywhereCode, Failed, Problem } from './problem.ts';
import type { Reach } from './reach.ts';
import type { StreamedUpload } from './streamed-upload.ts';
import type { ToolHints } from './tool-hints.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `/twins/{id}/jobs/{jobId}` → `{ id: string; jobId: string }`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<Rest>
  : unknown;

/** Who may call, for the documentation and the permission matrix. */
export interface Permit {
  /** `caller`: anyone with a token; `visible`: who sees the twin; … ; `permission`: who holds it in the twin. */
  readonly level: 'caller' | 'visible' | 'member' | 'permission' | 'owner' | 'administrator';
  readonly permission?: string;
  /** Permissions that would do as well. */
  readonly or?: readonly string[];
  readonly text: string;
}

/** Finds what a request is about and decides whether its caller may do it, before the body is looked at. */
export interface AccessRule<Params, Target> {
  readonly permit: Permit;
  readonly problems: readonly Problem[];
  /** The query, too, says what the request is about: it is validated before, together with the path, and is in the context. */
  readonly byQuery?: boolean;
  /** Where operations with this rule change something, but where they say so themselves. */
  readonly changes?: Reach;
  resolve(params: Params, context: Context): Promise<Target | Failed>;
}

interface AnswerText {
  readonly text: string;
  /** Its Cache-Control header, where it is not the usual one: see `cached`. */
  readonly caching?: string;
}

export interface JsonAnswer<S extends TSchema = TSchema> extends AnswerText {
  readonly kind: 'json';
  readonly schema: S;
  readonly example?: unknown;
}

/** No body and no Content-Type. */
export interface EmptyAnswer extends AnswerText {
  readonly kind: 'empty';
}

/** Bytes of one of the media types, which may be ranges (`image/*`); made while they are sent. */
export interface StreamAnswer extends AnswerText {
  readonly kind: 'stream';
  readonly types: readonly string[];
}

/** A stored file of one of the media types, which may be ranges; parts of it can be asked for. */
export interface FileAnswer extends AnswerText {
  readonly kind: 'file';
  readonly types: readonly string[];
}

export type Answer = JsonAnswer | EmptyAnswer | StreamAnswer | FileAnswer;

export const json = <S extends TSchema>(schema: S, text: string, example?: Static<S>): JsonAnswer<S> => ({
  kind: 'json',
  schema,
  text,
  ...(example === undefined ? {} : { example }),
});
export const empty = (text: string): EmptyAnswer => ({ kind: 'empty', text });
export const bytes = (types: readonly string[], text: string): StreamAnswer => ({ kind: 'stream', types, text });
export const file = (types: readonly string[], text: string): FileAnswer => ({ kind: 'file', types, text });

/** An answer with a Cache-Control header of its own; the usual one of a GET is `private, no-cache`. */
export const cached = <A extends Answer>(answer: A, caching: string): A => ({ ...answer, caching });

export interface StreamBody {
  readonly stream: Readable;
  readonly type: string;
  readonly length?: number;
}

type BodyOf<A> =
  A extends JsonAnswer<infer S>
    ? { readonly body: Static<S> }
    : A extends StreamAnswer
      ? { readonly body: StreamBody }
      : A extends FileAnswer
        ? { readonly body: FileBody }
        : { readonly body?: undefined };

/** What an answer may have beside its status and body. */
interface Beside {
  readonly headers?: Readonly<Record<string, string>>;
  /** Version of the resource in the body; becomes its weak ETag. */
  readonly version?: string | number;
  /** Runs once the body has been given to who asked for it: neither for HEAD nor for what they have already. */
  readonly sent?: () => void;
}

/** What a handler answers: a declared status with its declared body. */
export type AnswerValue<A> = {
  [S in keyof A & number]: {
    readonly status: S;
  } & Beside &
    BodyOf<A[S]>;
}[keyof A & number];

/** An answer value; keeps the status a literal, so that it can be checked against the declaration. */
export function reply<const S extends number, B>(status: S, body: B, more: Beside = {}) {
  return { status, body, ...more };
}

/** 204. */
export const noContent = { status: 204 } as const;

/** A request body that is not JSON. */
export interface RawBody {
  readonly raw: true;
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly tooLarge: string;
}

export const isRaw = (body: TSchema | RawBody | undefined): body is RawBody => body !== undefined && 'raw' in body;

/** Held in memory: for small things. */
export const rawBody = (types: readonly string[], maxBytes: number): RawBody => ({
  raw: true,
  types,
  maxBytes,
  tooLarge: `Provided file is greater than the maximum allowed file size of ${maxBytes / 2 ** 20}MB.`,
});

/** A raw body that is never in memory: it is poured into the blob store while it arrives. */
export interface StreamedBody extends RawBody {
  readonly place: BlobPlace;
}

/** For the types of a body: any, or none at all. */
export const anyType: readonly string[] = ['*/*', ''];

/**
 * A body of any length up to `maxBytes`, which may take hours to arrive. `types` may be ranges; '' is for a request that
 * names none. Query and headers are checked before it is read, the right of the caller once more after it has come.
 */
export const streamedBody = (place: BlobPlace, types: readonly string[], maxBytes: number): StreamedBody => ({
  ...rawBody(types, maxBytes),
  place,
});

type BodyInput<B> = B extends StreamedBody
  ? StreamedUpload
  : B extends RawBody
    ? { bytes: Buffer; type: string }
    : B extends TSchema
      ? Static<B>
      : undefined;

export interface Input<Path extends string, Q, B, H, T> {
  readonly params: PathParams<Path>;
  readonly query: Q extends TSchema ? Static<Q> : Record<never, never>;
  readonly body: BodyInput<B>;
  readonly headers: H extends TSchema ? Static<H> : Record<never, never>;
  /** What the access rule found. */
  readonly target: T;
  /** The Prefer header, where the endpoint honours it. */
  readonly prefer: 'minimal' | 'representation' | undefined;
}

/** A request's raw input, for checks that no schema can say. */
export interface RawInput {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
}

export interface EndpointSpec<
  Path extends string,
  Q extends TSchema | undefined,
  B extends TSchema | RawBody | undefined,
  H extends TSchema | undefined,
  A extends Readonly<Record<number, Answer>>,
  C extends string,
  I extends string,
  T,
> extends ToolHints {
  /** `<area>.<operation>`, unique; the OpenAPI operation id. */
  readonly id: string;
  readonly method: Method;
  readonly path: Path;
  readonly title: string;
  readonly description?: string;
  readonly access: AccessRule<PathParams<Path>, T>;
  /** Schema of path ids, only where a malformed one is a documented 422. */
  readonly params?: TSchema;
  readonly query?: Q;
  readonly body?: B;
  /** A body for the documentation, where one that is made of the schema would mislead. */
  readonly bodyExample?: B extends TSchema ? Static<B> : never;
  /** An absent body counts as `{}`; a present one must still be an object. */
  readonly bodyOptional?: boolean;
  /** Media types of the body besides JSON (taken as JSON); '' takes a body without a type. */
  readonly bodyTypes?: readonly string[];
  /** Largest JSON body in bytes; default 1 MiB. */
  readonly maxBody?: number;
  readonly headers?: H;
  /** What a request that breaks a schema is answered with; needed where there is anything to validate. */
  readonly invalid?: Problem<I>;
  /** The API's own code, words or target for an issue; undefined keeps the usual ones. */
  readonly describe?: (issue: Issue, where: 'path' | 'query' | 'body' | 'header') => Partial<Detail> | undefined;
  /** Further faults that no schema can say; runs on invalid input too, so that all faults are told at once. */
  readonly check?: (raw: RawInput, target: T, context: Context) => readonly Detail[] | Promise<readonly Detail[]>;
  /** The error's own message where it depends on its details; undefined keeps the one of `invalid`. */
  readonly invalidMessage?: (details: readonly Detail[]) => string | undefined;
  readonly prefer?: boolean;
  readonly answers: A;
  readonly errors?: readonly Problem<C>[];
  /** Version of the target, for ETag, If-None-Match and If-Match. */
  readonly version?: (target: T) => string | number;
  /** False: this GET makes something, so that HEAD is no operation here. */
  readonly head?: false;
  /** Where it changes something; needed where it does and its access rule says nothing of it. */
  readonly changes?: Reach;
  /** The answer holds a secret or a signed address: it is neither cached nor kept for Idempotency-Key. */
  readonly secret?: boolean;
  /** Headers of every answer, refusals included. */
  readonly always?: Readonly<Record<string, string>>;
  /** Programs that cannot send a token may give the id and secret of a Service application instead. */
  readonly basic?: boolean;
  readonly deprecated?: { readonly since: string; readonly successor: string };
  run(input: Input<Path, Q, B, H, T>, context: Context): Promise<AnswerValue<A> | Failed<C | I | EverywhereCode>>;
}

/** An endpoint as the kernel handles it, its types checked where it was made. */
export type Endpoint = Omit<
  EndpointSpec<
    string,
    TSchema | undefined,
    TSchema | RawBody | undefined,
    TSchema | undefined,
    Record<number, Answer>,
    string,
    string,
    unknown
  >,
  'run' | 'access' | 'version' | 'check' | 'bodyExample'
> & {
  readonly bodyExample?: unknown;
  readonly check?: (raw: RawInput, target: unknown, context: Context) => readonly Detail[] | Promise<readonly Detail[]>;
  readonly access: AccessRule<Record<string, string>, unknown>;
  readonly version?: (target: unknown) => string | number;
  run(input: Input<string, TSchema, TSchema, TSchema, unknown>, context: Context): Promise<Outcome>;
};

export type Outcome = Failed | (Beside & { readonly status: number; readonly body?: unknown });

/** Checks an endpoint's types and forgets them: routing, validation and documentation treat all endpoints alike. */
export function endpoint<
  const Path extends string,
  const A extends Readonly<Record<number, Answer>>,
  T,
  C extends string = never,
  I extends string = never,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | RawBody | undefined = undefined,
  H extends TSchema | undefined = undefined,
>(spec: EndpointSpec<Path, Q, B, H, A, C, I, T>): Endpoint {
  return spec as unknown as Endpoint;
}

/** One published API: a name, a version, its operations, and what changed over time. */
export interface Api {
  /** As in `/definitions/{name}-v{version}.json`. */
  readonly name: string;
  readonly title: string;
  readonly version: number;
  /** First path segments; begins with "/". */
  readonly prefix: string;
  /** Unknown but to tokens of test applications. */
  readonly testOnly?: true;
  /** Where it is served from: the base address, or that of the authorization server. */
  readonly at?: 'base' | 'auth';
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
  /** Newest first. */
  readonly changelog: readonly { readonly date: string; readonly text: string }[];
}
