import { codeOf, messageOf } from '../../std/errors.ts';
import { EngineFailure } from '../failure.ts';

/* Why a system could not answer: for people, without a host or a credential. */

/** It answered what is of no use, or not at all. */
export const systemFailed = (why: string): EngineFailure => new EngineFailure('SystemFailed', why);
/** It did not answer in time. */
export const systemLate = (why: string): EngineFailure => new EngineFailure('SystemLate', why);
/** It answered more than anybody has memory for, and was left in the middle. */
export const systemExceeded = (why: string): EngineFailure => new EngineFailure('SystemExceeded', why);

const longest = 200;
const cancelled = '57014';

/** What went wrong at a database; `secrets` are taken out of what it says. */
export function databaseFailure(error: unknown, secrets: readonly string[]): EngineFailure {
  if (error instanceof EngineFailure) return error;
  const code = codeOf(error);
  const silent = error instanceof Error && error.message === 'Query read timeout';
  if (code === cancelled || silent) return systemLate('The query took too long.');
  // five signs: the database itself says it; all else tells of addresses
  const said = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? messageOf(error) : unreached(error);
  return systemFailed(without(said, secrets).slice(0, longest));
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'it refuses the connection; nothing listens at its port.'],
  [/ECONNRESET|EPIPE|terminated unexpectedly/i, 'it ended the connection.'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout expired/i, 'it does not answer.'],
  [/CERT_HAS_EXPIRED/, 'its certificate has expired.'],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, 'its certificate is of another host.'],
  [/CERT|UNABLE_TO_(GET|VERIFY)/, 'its certificate cannot be verified.'],
  [/does not support SSL/i, 'it offers no encryption (TLS).'],
  [/ERR_SSL|EPROTO/, 'it does not speak TLS at its port.'],
];

/** Why there is no connection, without the address that errors of the system name. */
export function unreached(error: unknown): string {
  const known = `${String(codeOf(error) ?? '')} ${messageOf(error)}`;
  return reasons.find(([form]) => form.test(known))?.[1] ?? 'it cannot be reached.';
}

const without = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((one) => one.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, secret) => left.replaceAll(secret, '…'), text);
