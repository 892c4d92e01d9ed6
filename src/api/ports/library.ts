import type { Transaction } from '../../kernel/db/database.ts';

/** A brand that the set-up file asks for. */
export interface GivenBrand {
  readonly id: string;
  readonly displayName: string;
  readonly description?: string;
  /** The organization whose published components it shows. */
  readonly organization: string;
  readonly isPartnership?: boolean;
}

/** Given by the Library area. */
export interface Libraries {
  /** Makes a brand, or brings it up to date. */
  ensureBrand(tx: Transaction, brand: GivenBrand): Promise<void>;
}
