import type { Transaction } from '../db/database.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Outbox {
  /** Puts a mail into the outbox; it is sent after the transaction, with retries. Answers the id of the job that does it. */
  send(tx: Transaction, mail: Mail): Promise<string>;
}
