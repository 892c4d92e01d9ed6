import type { DeliveryState } from '../tables.ts';
import type { SendResult } from './send.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** When failed messages are sent again, and when a webhook is given up. Times in milliseconds. */
export interface RetryPlan {
  /** Waits after the first, second, … failure; then the message has failed. */
  readonly delays: readonly number[];
  /** Share by which a wait is made longer or shorter at random. */
  readonly jitter: number;
  readonly longestRetryAfter: number;
  /** A webhook is switched off after this time without a success … */
  readonly giveUpAfter: number;
  /** … in which at least so many messages failed. */
  readonly giveUpMessages: number;
}

export const usualPlan: RetryPlan = {
  delays: [
    10 * second,
    30 * second,
    2 * minute,
    10 * minute,
    30 * minute,
    hour,
    3 * hour,
    6 * hour,
    12 * hour,
    24 * hour,
  ],
  jitter: 0.2,
  longestRetryAfter: hour,
  giveUpAfter: 72 * hour,
  giveUpMessages: 20,
};

export interface DeliverySituation {
  readonly now: number;
  /** Attempts made since the message was raised or sent again by hand, this one included. */
  readonly attempts: number;
  /** It had failed before, and counts no more. */
  readonly resent: boolean;
  /** A test message goes to an inactive webhook as well, and says nothing about the webhook's health. */
  readonly test: boolean;
  readonly webhook: {
    readonly active: boolean;
    readonly failingSince: number | null;
    readonly failedMessages: number;
  };
}

export interface Verdict {
  readonly state: DeliveryState;
  /** When to try again; null unless Pending. */
  readonly due: number | null;
  readonly failingSince: number | null;
  readonly failedMessages: number;
  readonly switchOff: boolean;
}

/** Later attempts of a message, and messages that people send, do not count. */
const isFirst = ({ attempts, resent, test }: DeliverySituation): boolean => attempts === 1 && !resent && !test;

const isHopeless = (failedFor: number, failedMessages: number, plan: RetryPlan): boolean =>
  failedFor >= plan.giveUpAfter && failedMessages >= plan.giveUpMessages;

/** What follows from the outcome of an attempt. `chance` is a number from 0 up to 1. */
export function verdictOn(result: SendResult, at: DeliverySituation, plan: RetryPlan, chance: number): Verdict {
  const { now, attempts, test, webhook } = at;
  const status = result.statusCode ?? 0;
  if (status >= 200 && status <= 299) {
    return { state: 'Delivered', due: null, failingSince: null, failedMessages: 0, switchOff: false };
  }
  const failingSince = test ? webhook.failingSince : (webhook.failingSince ?? now);
  const failedMessages = webhook.failedMessages + (isFirst(at) ? 1 : 0);
  const failedFor = failingSince === null ? -1 : now - failingSince;
  const switchOff = status === 410 || isHopeless(failedFor, failedMessages, plan);
  const delay = plan.delays[attempts - 1];
  const again = delay !== undefined && !switchOff && (webhook.active || test);
  if (!again) return { state: 'Failed', due: null, failingSince, failedMessages, switchOff };
  const jittered = delay * (1 + plan.jitter * (2 * chance - 1));
  const asked = Math.min(plan.longestRetryAfter, result.retryAfterMs ?? 0);
  return { state: 'Pending', due: now + Math.max(jittered, asked), failingSince, failedMessages, switchOff };
}
