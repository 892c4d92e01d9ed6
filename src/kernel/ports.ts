import type { Actor } from './audit.ts';
import type { Query, Reader, Transaction } from './db/database.ts';
import type { EventContent, EventType } from './events/catalogue.ts';

/*
 * What one area needs of another, as function types. The owning area implements them, `app.ts` wires them; no area
 * imports another.
 */

/** Who makes a request: a person, or a service application's own user. Read from the store at each request. */
export interface Caller {
  readonly userId: string;
  readonly kind: 'user' | 'service';
  readonly clientId: string;
  readonly email: string;
  readonly displayName: string;
  readonly organizationId: string | null;
  /** The organization that owns the application (of a service: the same as `organizationId`). */
  readonly applicationOrganizationId: string | null;
  /** Has one of the organization administrator roles in `organizationId`. */
  readonly organizationAdministrator: boolean;
  /** Directory groups, from the company's own OpenID provider or the set-up file. */
  readonly groups: readonly string[];
  readonly tier: Tier;
}

export type Tier = 'Community' | 'Standard' | 'Premium' | 'Custom';

/** Why a credential was refused; conventions.md section 4 gives each its code. */
export type Unauthenticated = 'absent' | 'otherScheme' | 'invalid' | 'insufficientScope';

/** The caller behind an Authorization header. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller | Unauthenticated>;

/** The caller that a token of this user and application would be now; undefined when one is disabled or gone. */
export type CallerOf = (db: Reader, userId: string, clientId: string) => Promise<Caller | undefined>;

export interface User {
  readonly id: string;
  readonly kind: 'user' | 'service';
  readonly email: string;
  readonly givenName: string;
  readonly surname: string;
  readonly displayName: string;
  readonly organizationId: string | null;
  readonly organizationName: string | null;
  readonly groups: readonly string[];
  readonly country: string;
  readonly language: string;
  /** Milliseconds since 1970. */
  readonly created: number;
}

/** Implemented by the authorization server, which owns users and organizations. */
export interface Users {
  /** Users by id, in no order; unknown ones are left out. */
  byIds(db: Reader, ids: readonly string[]): Promise<User[]>;
  /** The user with this e-mail (case-insensitive), service applications included; not disabled or unproved ones. */
  byEmail(db: Reader, email: string): Promise<User | undefined>;
  /** People of an organization whose e-mail or name contains the text; at most 100. */
  search(db: Reader, organizationId: string, text: string): Promise<User[]>;
  /** True when any user has this directory group. */
  groupExists(db: Reader, group: string): Promise<boolean>;
  organizationName(db: Reader, organizationId: string): Promise<string | undefined>;
}

/** The facts of a twin that every area may know. A deleted twin does not exist. */
export interface TwinFacts {
  readonly id: string;
  readonly class: 'Account' | 'Thing' | 'Endeavor';
  readonly subClass: string;
  readonly displayName: string;
  readonly parentId: string | null;
  /** The Account at the root of its hierarchy; its own id for an Account. */
  readonly accountId: string;
  /** Who owns that Account: an organization, or a person without one. */
  readonly ownerOrganizationId: string | null;
  readonly ownerUserId: string | null;
  /** Counts the changes of the twin's own properties. */
  readonly version: number;
}

export type FindTwin = (db: Reader, twinId: string) => Promise<TwinFacts | undefined>;

/** The Account twin of an organization. */
export type OrganizationAccount = (db: Reader, organizationId: string) => Promise<TwinFacts | undefined>;

/** A model of a twin whose file is in use: neither recycled nor purged. */
export interface ModelFacts {
  readonly id: string;
  readonly twinId: string;
}

/** The model with this id (in lower case). */
export type FindModel = (db: Reader, modelId: string) => Promise<ModelFacts | undefined>;

/** What a caller may do in one twin: access-control.md section 7. */
export interface Access {
  readonly twin: TwinFacts;
  /** Administrator of the organization that owns the twin's Account (or the person who owns a personal one). */
  readonly administrator: boolean;
  readonly owner: boolean;
  readonly member: boolean;
  /** Member, administrator, or the twin is an Account of the caller's organization. */
  readonly visible: boolean;
  may(permission: string): boolean;
  /** Every permission held, sorted. */
  permissions(): readonly string[];
}

/** The caller's access, or undefined when there is no such twin. */
export type AccessTo = (db: Reader, caller: Caller, twinId: string) => Promise<Access | undefined>;

/** The ids of the twins a caller is a member of, directly or through a group; for use inside a query. */
export type MemberTwins = (caller: Caller) => Query<{ twin_id: string }>;

/** Which of these users are members of a twin that the caller is a member of, directly or through a group. */
export type SharesTwin = (
  db: Reader,
  caller: Caller,
  users: readonly Pick<User, 'id' | 'groups'>[],
) => Promise<ReadonlySet<string>>;

/** Gives a new twin its built-in roles and makes its creator the owner; an Account has no creator. */
export type AdmitCreator = (
  tx: Transaction,
  twin: TwinFacts,
  creatorId: string | null,
  now: number,
  by?: Actor,
) => Promise<void>;

/** An event of events.md section 4, to be raised in the transaction of the change it tells of. */
export type PlatformEvent = {
  readonly [T in EventType]: { readonly type: T; readonly twin: TwinFacts; readonly content: EventContent<T> };
}[EventType];

export type RaiseEvent = (tx: Transaction, event: PlatformEvent) => Promise<void>;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Puts a mail into the outbox; it is sent after the transaction, with retries. */
export type SendMail = (tx: Transaction, mail: Mail) => Promise<void>;

/** Encrypts small secrets at rest (AES-256-GCM with the server's key). */
export interface SecretBox {
  seal(plain: string): string;
  open(sealed: string): string;
  /** HMAC-SHA256 of a text with a key derived for that purpose, as base64url. */
  sign(purpose: string, text: string): string;
}
