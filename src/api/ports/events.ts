import type { Transaction } from '../../kernel/db/database.ts';
import type { EventContent, EventType } from '../../kernel/events/catalogue.ts';
import type { TwinFacts } from './twins.ts';

/** An event of events.md section 4, to be raised in the transaction of the change it tells of. */
export type PlatformEvent = {
  readonly [T in EventType]: { readonly type: T; readonly twin: TwinFacts; readonly content: EventContent<T> };
}[EventType];

/** Given by the Webhooks area, which delivers them. */
export interface Events {
  raise(tx: Transaction, event: PlatformEvent): Promise<void>;
  /** Deletes the webhooks of a twin, and what waits for them. */
  removeWebhooks(tx: Transaction, twinId: string): Promise<void>;
}
