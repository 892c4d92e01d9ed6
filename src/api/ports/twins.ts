import type { Caller, Subject, User } from '../../kernel/callers/people.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';

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
  /** Its place's, as an IANA name. */
  readonly timeZone: string | null;
  /** Counts the changes of the twin's own properties. */
  readonly version: number;
}

/** A twin that the set-up file asks for. */
export interface GivenTwin {
  readonly id: string;
  readonly class: 'Thing' | 'Endeavor';
  readonly subClass: 'Portfolio' | 'Asset' | 'Program' | 'Project' | 'WorkPackage';
  readonly displayName: string;
  readonly number?: string;
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
}

/** Who wants to know what becomes of twins; told in the transaction of the change. */
export interface TwinWatch {
  /** A twin goes away for good, 30 days after its deletion: what the listener holds of it goes, too. */
  purged(tx: Transaction, twinId: string): Promise<void>;
}
