import { isSigned, type Received } from '../../src/areas/webhooks/testing/receiver.ts';
import type { Inspector } from './inspect.ts';
import type { Ledger } from './ledger.ts';

/**
 * What is wrong with what the subscriber got: each event of the outbox must have come at least once, always as the
 * same message, and there must be exactly one message for each change.
 */
export async function findDeliveryFaults(
  { rows }: Inspector,
  received: readonly Received[],
  secret: string,
  ledgers: readonly Ledger[],
): Promise<string[]> {
  const faults: string[] = [];
  const messages = Map.groupBy(received, ({ body }) => String(JSON.parse(body).messageId));
  const outbox = await rows('SELECT message_id, event_type, twin_id, state FROM webhook_deliveries');
  for (const { message_id, event_type, state } of outbox) {
    if (!messages.has(String(message_id)) || state !== 'Delivered')
      faults.push(`${event_type} ${message_id}: ${state}`);
  }
  const known = new Set(outbox.map((row) => row.message_id));
  for (const [id, copies] of messages) {
    if (!known.has(id)) faults.push(`${id} was sent, but never committed`);
    if (copies.some((copy) => copy.body !== copies[0]?.body)) faults.push(`${id} came with two contents`);
    if (copies.some((copy) => !isSigned(copy, secret))) faults.push(`${id} is not signed`);
  }
  const counts = Map.groupBy(outbox, (row) => `${row.event_type} ${row.twin_id}`);
  for (const [event, { least, most }] of ledgers.flatMap(({ events }) => [...events])) {
    const count = counts.get(event)?.length ?? 0;
    if (count < least || count > most) faults.push(`${event}: ${count} messages for ${least} to ${most} changes`);
  }
  return faults;
}
