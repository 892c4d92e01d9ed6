import { nilUuid } from '../../std/ids.ts';
import type { Log } from '../../std/log.ts';
import type { SecretBox } from '../../std/secrets.ts';
import { type EnqueueJob, JobFailure, type JobKind } from '../jobs/job.ts';
import type { Mail, Outbox } from './port.ts';
import { MailRefused, type MailSettings, openTransport } from './transport.ts';

export interface MailOptions {
  readonly enqueue: EnqueueJob;
  readonly secrets: SecretBox;
  readonly settings: MailSettings;
  readonly log: Log;
  /** Waits after failed attempts, in milliseconds. */
  readonly delays?: readonly number[];
}

export interface Mails {
  readonly send: Outbox['send'];
  /** The work behind it, to be added to the kinds of the queue. */
  readonly kind: JobKind<never>;
}

const name = 'mail.send';
const minute = 60_000;
const usualDelays = [10_000, minute, 5 * minute, 15 * minute, 60 * minute, 180 * minute, 360 * minute];

/**
 * The outbox of mails: internal jobs, so a mail goes out if and only if its transaction was committed. Its content is
 * kept sealed, because it may hold links that let people in.
 */
export function openMails({ enqueue, secrets, settings, log, delays = usualDelays }: MailOptions): Mails {
  const transport = openTransport(settings, log);
  const kind: JobKind<string> = {
    kind: name,
    maxAttempts: delays.length + 1,
    concurrency: 5,
    internal: true,
    cancellable: false,
    retryable: false,
    retryDelay: (attempt) => delays[attempt - 1] ?? 0,
    async run({ id, payload, progress }) {
      try {
        const mail: Mail = JSON.parse(secrets.open(payload));
        progress({ step: await transport(id, mail) });
      } catch (error) {
        if (error instanceof MailRefused) throw new JobFailure('MailRefused', error.message);
        throw error;
      }
    },
    async ended(_tx, { id }, end) {
      if (end.state === 'Failed')
        log.error({ jobId: id, code: end.code, message: end.message }, 'A mail was not sent.');
    },
  };
  return {
    kind,
    async send(tx, mail) {
      const payload = secrets.seal(JSON.stringify({ to: mail.to, subject: mail.subject, text: mail.text }));
      return enqueue(tx, { kind: name, twinId: null, title: 'Mail', createdBy: nilUuid, payload });
    },
  };
}
