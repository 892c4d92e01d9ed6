import type { Answer, Person, Platform } from './platform.ts';
import type { World } from './world.ts';

/** An organization and the people around the twins of a world. */
export interface Society {
  readonly organizationId: string;
  readonly accountId: string;
  /** Makes everything; organization administrator, and thereby owner of what they made. */
  readonly administrator: Person;
  readonly coOwner: Person;
  readonly colleague: Person;
  /** A service application with the administrator role. */
  readonly service: Person;
  /** Of another organization. */
  readonly guest: Person;
}

export interface Making {
  readonly p: Platform;
  readonly society: Society;
  /** Calls as the administrator, or as somebody else; throws for anything but a success. */
  make(operation: string, body?: unknown, who?: Person): Promise<Answer['body']>;
  /** The id of a thing of the world, which is made when it is first asked for. */
  idOf(thing: string): Promise<string>;
}

export type Verdict = 'passes' | 403 | 404;

/** What the callers of the permission matrix are due, in their order (test/security/permission-rules.ts). */
export type Verdicts = readonly [Verdict, Verdict, Verdict, Verdict, Verdict, Verdict];

/** Where the specification departs from the rule of conventions.md section 4. */
export interface Exception {
  readonly because: string;
  readonly row?: Verdicts;
  readonly permission?: string;
  /** Further permissions that would do as well. */
  readonly or?: string | readonly string[];
  /** Where the members of the matrix hold their permissions; absent: in the twin. */
  readonly at?: 'account' | 'sandbox';
}

/** What of a request is somebody else's: all, some path ids below the own twin or the reverse, the body, or nothing. */
export type Mix = 'all' | 'ids in own twin' | 'own ids in their twin' | 'body' | 'none';

/**
 * What an area puts into the world in which every operation is tried by everybody: its things, and for each operation
 * a request that succeeds. It lies in `testing/world.ts` of the area, as `world`.
 */
export interface WorldPart {
  /** How each thing is made through the API; answers its id. */
  readonly things?: Readonly<Record<string, (m: Making) => Promise<string>>>;
  /** The thing that a path parameter stands for; undefined for paths of others. */
  thingOf?(path: string, parameter: string): string | undefined;
  /** For every operation with a body one that it takes. */
  readonly bodies?: Readonly<Record<string, (world: World) => unknown>>;
  /** Headers besides Content-Type that an operation needs. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** For every operation that needs one its query, with the question mark. */
  readonly queries?: Readonly<Record<string, (world: World) => string | Promise<string>>>;
  /** Operations whose access is not what their declaration says. */
  readonly exceptions?: Readonly<Record<string, Exception>>;
  /** Requests that cannot succeed although their caller may make them, with their status. */
  readonly cannotSucceed?: Readonly<Record<string, number>>;
  /** Of how many requests for a twin at once more are refused with 503, where the specification has such a bound. */
  readonly mostAtOnce?: Readonly<Record<string, number>>;
  /** Answers to ids of another twin that are not 404. */
  readonly stated?: Readonly<Record<string, Partial<Record<Mix, number>>>>;
  /** The same where it depends on whether who asks administrates an organization; undefined for operations of others. */
  due?(operation: string, mix: Mix, administrates: boolean): number | undefined;
  /** Things that belong to no twin, or to an Account: they are the same in both modes. */
  readonly shared?: readonly string[];
  /** Things that are there for everybody. */
  readonly open?: readonly string[];
}
