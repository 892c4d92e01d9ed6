import { codeOf, messageOf } from '../../../kernel/std/errors.ts';

/** Why a system could not answer: for people, without a host or a credential. */
export class SystemFailure extends Error {}
/** It did not answer in time. */
export class SystemLate extends Error {}

const longest = 200;
const cancelled = '57014';

/** What went wrong at a database as one of the two; `secrets` are taken out of what it says. */
export function failureOf(error: unknown, secrets: readonly string[]): SystemFailure | SystemLate {
  if (error instanceof SystemFailure || error instanceof SystemLate) return error;
  const code = codeOf(error);
  const silent = error instanceof Error && error.message === 'Query read timeout';
  if (code === cancelled || silent) return new SystemLate('The query took too long.');
  // five signs: the database itself says it; all else tells of addresses
  const said = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? messageOf(error) : unreached(error);
  return new SystemFailure(without(said, secrets).slice(0, longest));
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
