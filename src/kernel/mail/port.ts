import type { Transaction } from '../db/database.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The sandbox that causes it, which keeps it: it is not sent. */
  readonly sandboxId?: string | null;
}

export interface Outbox {
  /**
   * Puts a mail into the outbox; it is sent after the transaction, with retries. Answers the id of the job that does it; null
   * where a sandbox keeps it.
   */
  send(tx: Transaction, mail: Mail): Promise<string | null>;
}
