import type { Database, Transaction } from '../../kernel/db/database.ts';
import { originOf } from '../../kernel/jobs/origins.ts';
import { spanning, type Tracer } from '../../kernel/tracing/span.ts';
import { type Log, stackOf } from '../../std/log.ts';
import { startLoop } from '../../std/loop.ts';
import type { SecretBox } from '../../std/secrets.ts';
import { within } from '../../std/within.ts';
import { claimDeliveries, type FlightLimits, timeOfNextDelivery } from './dispatch/claim.ts';
import { type SendOptions, type SendResult, send } from './dispatch/send.ts';
import { type RetryPlan, usualPlan } from './dispatch/verdict.ts';
import type { RecordingPorts } from './recording.ts';
import type { DeliveryRow, WebhookRow } from './tables.ts';
import { abandon, attemptsOf, isTest, settle } from './webhook/settle.ts';
import { findWebhook } from './webhook/store.ts';

/** Times and limits of the delivery; those of events.md unless a test says otherwise. Times in milliseconds. */
export interface DispatchSettings extends FlightLimits {
  readonly timeoutMs: number;
  readonly pollMs: number;
  readonly plan: RetryPlan;
}

export const usualSettings: DispatchSettings = {
  perWebhook: 10,
  together: 100,
  lostAfterMs: 30_000,
  timeoutMs: 5000,
  pollMs: 1000,
  plan: usualPlan,
};

export interface DispatcherOptions {
  readonly db: Database;
  readonly log: Log;
  readonly tracer: Tracer | undefined;
  readonly secrets: () => SecretBox;
  /** To record in the audit what becomes of webhooks; complete once something is delivered. */
  readonly ports: RecordingPorts;
  readonly allowed: SendOptions['allowed'];
  readonly settings: DispatchSettings;
  /** Whether a webhook may still have its events; switches it off where not. */
  entitled(webhook: WebhookRow): Promise<boolean>;
}

export interface Dispatcher {
  start(): void;
  /** Looks for due deliveries now. */
  wake(): void;
  /** Lets attempts under way end; what does not within `limitMs` is tried again later. */
  stop(limitMs: number): Promise<void>;
}

/** Sends what is in the outbox: many processes share one. At least once, in no order. */
export function openDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, log, settings } = options;
  const loop = startLoop(turn);
  const flights = openFlights(options, loop.wake);
  let stopping = false;

  async function turn(): Promise<number> {
    try {
      await flights.settle();
      while (!stopping) {
        const next = await timeOfNextDelivery(db);
        const wait = next === undefined ? settings.pollMs : next - Date.now();
        if (wait > 0) return Math.min(wait, settings.pollMs);
        const claimed = await claimDeliveries(db, settings);
        if (claimed === undefined) break;
        for (const delivery of claimed) flights.launch(delivery);
      }
    } catch (error) {
      log.error({ error: stackOf(error) }, 'The outbox of events could not be worked on; trying again.');
    }
    return settings.pollMs;
  }

  return {
    start: loop.start,
    wake: loop.wake,
    async stop(limitMs) {
      stopping = true;
      await flights.landed(limitMs);
      await loop.stop();
      await flights.settle();
    },
  };
}

interface Flights {
  launch(delivery: DeliveryRow): void;
  /** Stores what has come in since in one transaction: on PostgreSQL many small ones would collide. */
  settle(): Promise<void>;
  /** Resolves when none is under way, or after the time. */
  landed(limitMs: number): Promise<void>;
}

function openFlights(options: DispatcherOptions, wake: () => void): Flights {
  const flying = new Set<Promise<void>>();
  let finished: Settlement[] = [];
  return {
    launch(delivery) {
      const { message_id: messageId } = delivery;
      const flight = deliver(delivery, options)
        .then((settlement) => void finished.push(settlement))
        .catch((error: unknown) => options.log.error({ messageId, error: stackOf(error) }, 'A delivery failed here.'))
        .finally(() => {
          flying.delete(flight);
          wake();
        });
      flying.add(flight);
    },
    async settle() {
      const batch = finished;
      finished = [];
      if (batch.length === 0) return;
      try {
        await options.db.write(async (tx) => {
          for (const settlement of batch) await settlement(tx);
        });
      } catch (error) {
        finished.unshift(...batch);
        throw error;
      }
    },
    landed: (limitMs) => within(limitMs, Promise.all(flying)),
  };
}

/** What a delivery came to, to be stored. */
type Settlement = (tx: Transaction) => Promise<unknown>;

async function deliver(delivery: DeliveryRow, options: DispatcherOptions): Promise<Settlement> {
  const { db, log, settings } = options;
  const webhook = await findWebhook(db, delivery.webhook_id);
  const wanted = webhook !== undefined && (webhook.active === 1 || isTest(delivery));
  if (!wanted || !(await options.entitled(webhook))) return (tx) => abandon(tx, delivery);
  const started = Date.now();
  const result = await tracedSend(webhook, delivery, options);
  const durationMs = Date.now() - started;
  log.info({ messageId: delivery.message_id, webhookId: webhook.id, durationMs, ...result }, 'webhook');
  return (tx) => settle(tx, { delivery, started, durationMs, result }, settings.plan, options.ports);
}

/** A message is a piece of the trace of what it tells of; its receiver may go on with it. */
async function tracedSend(webhook: WebhookRow, delivery: DeliveryRow, options: DispatcherOptions): Promise<SendResult> {
  const { db, tracer } = options;
  const send = () => sendTo(webhook, delivery, options);
  if (tracer === undefined) return send();
  const facts = { 'messaging.message.id': delivery.message_id, 'twin_platform.webhook.id': webhook.id };
  const origin = await originOf(db, delivery.message_id);
  return spanning(tracer.begin(`webhook ${delivery.event_type}`, 'consumer', facts, origin), send);
}

async function sendTo(
  webhook: WebhookRow,
  delivery: DeliveryRow,
  { secrets, allowed, settings }: DispatcherOptions,
): Promise<SendResult> {
  const secret = unsealed(secrets(), webhook.secret);
  if (secret === undefined) return { statusCode: null, error: 'The secret could not be read.', retryAfterMs: null };
  const message = {
    callbackUrl: webhook.callback_url,
    secret,
    body: delivery.body,
    messageId: delivery.message_id,
    attempt: attemptsOf(delivery).length + 1,
  };
  return send(message, { allowed, timeoutMs: settings.timeoutMs });
}

/** Undefined when the server's key is another than the one it was sealed with. */
function unsealed(secrets: SecretBox, sealed: string): string | undefined {
  try {
    return secrets.open(sealed);
  } catch {
    return undefined;
  }
}
