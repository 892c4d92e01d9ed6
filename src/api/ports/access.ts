import type { Actor } from '../../kernel/audit.ts';
import type { Caller, Subject, User } from '../../kernel/callers/people.ts';
import type { Query, Reader, Transaction } from '../../kernel/db/database.ts';
import type { TwinFacts } from './twins.ts';

/** What a user may do in one twin: access-control.md section 7. */
export interface Access {
  readonly twin: TwinFacts;
  /** Administrator of the organization that owns the twin's Account (or the person who owns a personal one). */
  readonly administrator: boolean;
  readonly owner: boolean;
  readonly member: boolean;
  /** Ids of the roles held in this very twin, directly or through a group, each once. */
  roles(): readonly string[];
  /** Member, administrator, or the twin is an Account of the caller's organization. */
  readonly visible: boolean;
  may(permission: string): boolean;
  /** The same for reading what belongs to an Account as a whole, which is read in test mode, too. */
  reads(permission: string): boolean;
  /** Every permission held, sorted. */
  permissions(): readonly string[];
}

/** A membership that the set-up file asks for. */
export interface GivenMember {
  readonly twin: string;
  readonly email: string;
  /** Display names of roles of the twin or of its Account. */
  readonly roles: readonly string[];
}

/** An invitation as the pages show it to the invited person. */
export interface WaitingInvitation {
  readonly id: string;
  readonly twinId: string;
  readonly twinName: string;
  readonly invitedByEmail: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Given by the Access Control area. */
export interface AccessControl {
  /** The caller's access, or undefined when there is no such twin. */
  of(db: Reader, caller: Subject, twinId: string): Promise<Access | undefined>;
  /** The access of somebody who is not the caller; undefined for a user that is disabled or gone, too. */
  ofUser(db: Reader, userId: string, twinId: string): Promise<Access | undefined>;
  readonly roles: Roles;
  /** The ids of the twins a caller is a member of, directly or through a group; for use inside a query. */
  memberTwins(caller: Caller): Query<{ twin_id: string }>;
  /** A twin or an Account in which the caller holds a permission, whichever; undefined where there is none. */
  twinWith(db: Reader, caller: Caller, permission: string): Promise<string | undefined>;
  /** Which of these users are members of a twin that the caller is a member of, directly or through a group. */
  sharesTwin(db: Reader, caller: Caller, users: readonly Pick<User, 'id' | 'groups'>[]): Promise<ReadonlySet<string>>;
  /** Gives a new twin its built-in roles and makes its creator the owner; an Account has no creator. */
  admitCreator(tx: Transaction, twin: TwinFacts, creatorId: string | null, now: number, by?: Actor): Promise<void>;
  /** Gives a person the named roles besides those already held; answers what is wrong, if anything. */
  ensureMember(tx: Transaction, given: GivenMember): Promise<string | undefined>;
  /** Takes the own users of test applications out of a twin that leaves test mode, and makes a person its owner. */
  leaveTestMode(
    tx: Transaction,
    twin: TwinFacts,
    by: { readonly by: Actor; readonly now: number },
    ownerId?: string,
  ): Promise<void>;
  readonly invitations: Invitations;
}

/** A role that can be given in a twin. */
export interface RoleFacts {
  readonly id: string;
  readonly displayName: string;
}

/** Roles, for areas that name them. A twin's roles are its own and those of its Account but the Account's Owner. */
export interface Roles {
  /** Those of the twin, each time the built-in ones first, then those of its Account; none for an unknown twin. */
  usableIn(db: Reader, twinId: string): Promise<RoleFacts[]>;
  /** One of them. */
  find(db: Reader, twinId: string, roleId: string): Promise<RoleFacts | undefined>;
  /** Ids of the users who hold a role in this very twin, directly or through a group, each once. */
  holders(db: Reader, twinId: string, roleId: string): Promise<string[]>;
}

/** An invitation as its page shows it. */
export interface ShownInvitation {
  readonly email: string;
  readonly inviter: string;
  readonly inviterEmail: string;
  /** What one is invited into. */
  readonly into: string;
  /** Names of the roles; none for a group. */
  readonly roles: readonly string[];
  /** It is into a sandbox, which nobody joins but in test mode. */
  readonly isSandbox: boolean;
  /** The link is the one of the mail, so who follows it reads the mails of the address. */
  readonly proved: boolean;
}

/** Invitations to twins, for the pages on which people accept them. */
export interface Invitations {
  /** An invitation that can be accepted, `withdrawn`, or undefined for any other. `proof` stands in the link of the mail. */
  look(twinId: string, invitationId: string, proof: string): Promise<ShownInvitation | 'withdrawn' | undefined>;
  /** Pending invitations of an e-mail, the oldest first. */
  pendingOf(email: string): Promise<WaitingInvitation[]>;
  /** True while anybody waits for this person to join a twin; lets them register. */
  isInvited(email: string): Promise<boolean>;
  /** Makes the person who acts a member. `otherPerson`: the invitation is for somebody else. */
  accept(by: Actor, twinId: string, invitationId: string): Promise<'accepted' | 'unknown' | 'otherPerson'>;
}
