import type { Reader, Transaction } from '../db/database.ts';

/** What of a user rights depend on, of whoever acts or is acted for. */
export interface Subject {
  readonly userId: string;
  readonly organizationId: string | null;
  /** Has one of the organization administrator roles in `organizationId`. */
  readonly organizationAdministrator: boolean;
  /** Directory groups, from the company's own OpenID provider or the set-up file. */
  readonly groups: readonly string[];
  /** Which twins there are for who asks. Absent: whichever token somebody may have. */
  readonly mode?: Mode | undefined;
  /** Hears in which twins rights are asked for a request, for the log of requests. A function: it is in no JSON. */
  asked?: ((twinId: string) => void) | undefined;
}

/** Who makes a request: a person, or a service application's own user. Read from the store at each request. */
export interface Caller extends Subject {
  readonly kind: 'user' | 'service';
  readonly clientId: string;
  readonly email: string;
  readonly displayName: string;
  /** The organization that owns the application (of a service: the same as `organizationId`). */
  readonly applicationOrganizationId: string | null;
  readonly tier: Tier;
  readonly mode: Mode;
}

/** Of an application, and of those who ask through it: those of mode Test see sandboxes, all others everything else. */
export type Mode = 'Production' | 'Test';

export type Tier = 'Community' | 'Standard' | 'Premium' | 'Custom';

/** Why a credential was refused; conventions.md section 4 gives each its code. */
export type Unauthenticated = 'absent' | 'otherScheme' | 'invalid' | 'insufficientScope';

/** The caller behind an Authorization header; `db`: the reader of the request that has it. */
export type Authenticate = (authorization: string | undefined, db?: Reader) => Promise<Caller | Unauthenticated>;

/** Whose token it was. */
export type Identified = Pick<Caller, 'userId' | 'clientId' | 'organizationId' | 'applicationOrganizationId'>;

/** Whose a refused token was, where we have signed it; undefined for any other. */
export type Identify = (authorization: string) => Promise<Identified | undefined>;

/**
 * The service application behind a Basic header, and from where it comes; too many failures from there have to wait.
 */
export type AuthenticateApplication = (
  authorization: string,
  address: string,
  db?: Reader,
) => Promise<Caller | 'invalid' | { readonly waitMs: number }>;

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

/** An application, for those who manage it. */
export interface ManagedApplication {
  readonly clientId: string;
  readonly displayName: string;
  readonly organizationId: string | null;
  readonly createdBy: string;
}

/** People and service applications; given by the authorization server, which owns users and organizations. */
export interface People {
  /** Users by id, in no order; unknown ones are left out. */
  byIds(db: Reader, ids: readonly string[]): Promise<User[]>;
  /** The user with this e-mail (case-insensitive), service applications included; not disabled or unproved ones. */
  byEmail(db: Reader, email: string): Promise<User | undefined>;
  /** People of an organization whose e-mail or name contains the text; at most 100. */
  search(db: Reader, organizationId: string, text: string): Promise<User[]>;
  /** True when any user has this directory group. */
  groupExists(db: Reader, group: string): Promise<boolean>;
  /** Which of these users are the own ones of test applications. */
  ofTestApplications(db: Reader, userIds: readonly string[]): Promise<string[]>;
  /** Ids of users with one of these directory groups; not of disabled ones. */
  inGroups(db: Reader, groups: readonly string[]): Promise<string[]>;
  organizationIds(db: Reader): Promise<string[]>;
  organizationName(db: Reader, organizationId: string): Promise<string | undefined>;
  /** The caller that a token of this user and application would be now; undefined when one is disabled or gone. */
  callerOf(db: Reader, userId: string, clientId: string): Promise<Caller | undefined>;
  /** Applications that somebody manages: the own ones, and as an administrator those of the organization. At most 1000. */
  managedApplications(db: Reader, manager: Subject): Promise<ManagedApplication[]>;
  /** One of them. */
  managedApplication(db: Reader, manager: Subject, clientId: string): Promise<ManagedApplication | undefined>;
  /** What the rights of a user depend on now; undefined for one that is disabled or gone. */
  subjectOf(db: Reader, userId: string): Promise<Subject | undefined>;
}

/** Who wants to know of organizations; told in the transaction that makes one. */
export interface OrganizationWatch {
  created(tx: Transaction, organization: { readonly id: string; readonly name: string }): Promise<void>;
}

/** Who wants to know of applications; told in the transaction that disables or deletes one. */
export interface ApplicationWatch {
  ended(tx: Transaction, clientId: string, how: 'disabled' | 'deleted'): Promise<void>;
}
