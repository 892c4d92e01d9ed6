import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { factOf } from '../../std/errors.ts';
import { isoTime } from '../../std/iso-time.ts';
import type { Log } from '../../std/log.ts';
import type { Mail } from './port.ts';

/** What has become of a mail: a mail server has it, or it is a file of the operator's. */
export type Handed = 'Sent' | 'Kept';

/** Hands a mail over. `id` is the same at each attempt. Throws when it could not. */
export type Transport = (id: string, mail: Mail) => Promise<Handed>;

/** A refusal for good: to try again would not help. */
export class MailRefused extends Error {}

export interface MailSettings {
  /** `smtp://user:password@host:port` or `smtps://…`; `?from=` names the sender. */
  readonly smtpUrl: string | undefined;
  readonly dataDir: string;
  readonly baseUrl: string;
}

const connectMs = 10_000;
const silenceMs = 30_000;

/** Loaded with the first mail: most processes never send one. */
const library = () => import('nodemailer');

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** SMTP where the settings name a server, else files in the data folder. */
export const openTransport = (settings: MailSettings, log: Log): Transport =>
  settings.smtpUrl === undefined ? fileTransport(settings, log) : smtpTransport(settings, settings.smtpUrl);

function smtpTransport(settings: MailSettings, smtpUrl: string): Transport {
  const url = new URL(smtpUrl);
  const given = url.searchParams.get('from');
  url.searchParams.delete('from');
  const user = decodeURIComponent(url.username);
  const from = given ?? (user.includes('@') ? user : defaultSender(settings));
  const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silenceMs };
  const transport = once(async () => (await library()).createTransport({ url: url.toString(), ...timeouts }));
  return async (id, mail) => {
    try {
      await (await transport()).sendMail(messageOf(id, mail, from, settings));
      return 'Sent';
    } catch (error) {
      const code = factOf(error, 'responseCode');
      if (typeof code === 'number' && code >= 500 && code <= 599)
        throw new MailRefused(`The mail server answered ${code}.`);
      throw error;
    }
  };
}

/** Writes mails where only the operator can read them: they hold links that let people in. */
function fileTransport(settings: MailSettings, log: Log): Transport {
  const folder = join(settings.dataDir, 'mails');
  const composer = once(async () => (await library()).createTransport({ streamTransport: true, buffer: true }));
  return async (id, mail) => {
    const { message } = await (await composer()).sendMail(messageOf(id, mail, defaultSender(settings), settings));
    const file = join(folder, `${isoTime(Date.now()).replaceAll(':', '.')}-${id}.eml`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    log.info({ to: mail.to, subject: mail.subject, file }, 'No mail server is configured: the mail is in this file.');
    return 'Kept';
  };
}

const defaultSender = ({ baseUrl }: MailSettings): string => `no-reply@${new URL(baseUrl).hostname}`;

/** The recipient is given as one address, so that a comma in it does not make it two. */
const messageOf = (id: string, mail: Mail, from: string, { baseUrl }: MailSettings): SendMailOptions => ({
  from: from.includes('<') ? from : { name: 'Twin Platform', address: from },
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  messageId: `<${id}@${new URL(baseUrl).hostname}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
});
