import type { Static } from 'typebox';
import type { Actor } from '../../kernel/audit.ts';
import type { Blobs } from '../../kernel/blobs/port.ts';
import type { Caller, Subject, User } from '../../kernel/callers/people.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import type { Mail } from '../../kernel/mail/port.ts';
import type { twinFull } from './twin-shape.ts';

/** The facts of a twin that every area may know. A deleted twin does not exist. */
export interface TwinFacts {
  readonly id: string;
  readonly class: 'Account' | 'Thing' | 'Endeavor';
  readonly subClass: string;
  readonly number: string;
  readonly displayName: string;
  readonly parentId: string | null;
  /** The Account at the root of its hierarchy; its own id for an Account. */
  readonly accountId: string;
  /** Who owns that Account: an organization, or a person without one. */
  readonly ownerOrganizationId: string | null;
  readonly ownerUserId: string | null;
  /** Its place's, as an IANA name. */
  readonly timeZone: string | null;
  /** Counts the changes of the twin's own properties. */
  readonly version: number;
  /** The sandbox that it belongs to: the id of its top twin. Null for a production twin. */
  readonly sandboxId: string | null;
}

/** A twin that the set-up file asks for. */
export interface GivenTwin {
  readonly id: string;
  readonly class: 'Thing' | 'Endeavor';
  readonly subClass: 'Portfolio' | 'Asset' | 'Program' | 'Project' | 'WorkPackage';
  readonly displayName: string;
  readonly number?: string;
}

/** Who does something with a twin, and when. */
export interface TwinAsking {
  readonly caller: Caller;
  readonly by: Actor;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The top twin of a sandbox, and those below it; all of them have its id as their `sandboxId`. */
export interface SandboxTwins {
  /** Makes the top twin in an Account, its creator the owner; undefined where another sandbox has its number. */
  create(
    tx: Transaction,
    account: TwinFacts,
    given: { readonly id: string; readonly displayName: string; readonly number?: string | undefined },
    by: TwinAsking,
  ): Promise<TwinFacts | undefined>;
  /** Ids of all of them, deleted ones too, the top one last. */
  ids(db: Reader, sandboxId: string): Promise<string[]>;
  /** Deletes all of them; events tell of the top one. */
  end(tx: Transaction, sandboxId: string, by: { readonly userId: string; readonly now: number }): Promise<void>;
  /**
   * Makes production twins of all of them, the top one perhaps with another name and number; undefined where a production twin
   * has the number of one.
   */
  release(
    tx: Transaction,
    sandboxId: string,
    change: { readonly displayName?: string | undefined; readonly number?: string | undefined },
    by: TwinAsking,
  ): Promise<readonly TwinFacts[] | undefined>;
}

/** What links of a twin are made with. */
export interface TwinLinks {
  readonly ports: { readonly blobs: Blobs };
}

export type AccountHolder = Pick<Subject, 'userId' | 'organizationId'>;

/** Given by the Twins area. */
export interface Twins {
  find(db: Reader, twinId: string): Promise<TwinFacts | undefined>;
  /** The Account twin of an organization. */
  accountOf(db: Reader, organizationId: string): Promise<TwinFacts | undefined>;
  /** The primary Account of a person: that of the organization, without one the personal one once it was needed. */
  primaryAccount(db: Reader, of: AccountHolder): Promise<TwinFacts | undefined>;
  /** The same, made on first need. */
  ensurePrimaryAccount(tx: Transaction, caller: Caller): Promise<TwinFacts>;
  /** Whether more than one account has twins. */
  severalAccounts(db: Reader): Promise<boolean>;
  /** Makes a twin in its owner's account; one that is there already, deleted ones too, stays as it is. */
  ensure(tx: Transaction, given: GivenTwin, owner: User): Promise<void>;
  readonly sandboxes: SandboxTwins;
  /** A twin with all its properties, as the Twins API answers it; undefined for an unknown one. */
  show(db: Reader, twinId: string, links: TwinLinks): Promise<Static<typeof twinFull> | undefined>;
}

/** Who wants to know what becomes of twins; told in the transaction of the change. */
export interface TwinWatch {
  /** A twin goes away for good, 30 days after its deletion: what the listener holds of it goes, too. */
  purged(tx: Transaction, twinId: string): Promise<void>;
}

/** Given by the Test mode area. */
export interface Sandboxes {
  /**
   * Notes that a twin is the top one of a new sandbox, in the transaction that makes it. False where there are as many as may
   * be: the twin must not be made then.
   */
  begin(tx: Transaction, twin: TwinFacts, by: TwinAsking): Promise<boolean>;
  /** Its top twin was deleted: what else it holds goes, too. */
  end(tx: Transaction, twin: TwinFacts, by: { readonly by: Actor; readonly now: number }): Promise<void>;
  /** Keeps a mail that a sandbox causes, in place of sending it. */
  keepMail(tx: Transaction, sandboxId: string, mail: Mail): Promise<void>;
}
