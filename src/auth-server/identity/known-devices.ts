import { newToken } from '../../std/ids.ts';
import { sameSignature } from '../../std/signature.ts';
import type { Core } from '../core.ts';
import type { UserRow } from '../tables.ts';

/*
 * A browser in which somebody has signed in keeps a mark of it, signed and good for that person and their present
 * password only. It lets nobody in: who shows it has a count of failures of their own, so that strangers who guess
 * passwords cannot keep the person waiting.
 */

export const deviceSeconds = 180 * 24 * 3600;
/** Of people who share a browser. */
const mostPeople = 5;

type Signing = Pick<Core, 'secrets'>;
type Person = Pick<UserRow, 'id' | 'password_hash'>;

const signed = ({ secrets }: Signing, person: Person | undefined, made: string, name: string): string =>
  secrets.sign('known device', `${person?.id} ${person?.password_hash} ${made} ${name}`);

const marksIn = (cookie: string | undefined): string[] => cookie?.split('~') ?? [];

const isMarkOf = (signing: Signing, person: Person | undefined, mark: string, now: number): boolean => {
  const [made = '', name = '', signature = ''] = mark.split('.');
  const right = sameSignature(signature, signed(signing, person, made, name));
  return right && person?.password_hash != null && Number.parseInt(made, 36) + deviceSeconds * 1000 > now;
};

/** The name of the device whose cookie this is, when that person has signed in there with their present password. */
export function knownDevice(
  signing: Signing,
  cookie: string | undefined,
  person: Person | undefined,
  now: number,
): string | undefined {
  const mark = marksIn(cookie).find((one) => isMarkOf(signing, person, one, now));
  return mark?.split('.')[1];
}

/** The cookie with a mark of this person; their old one goes, and the oldest of too many. */
export function withDevice(signing: Signing, cookie: string | undefined, person: Person, now: number): string {
  const before = marksIn(cookie).filter((mark) => !isMarkOf(signing, person, mark, now));
  const made = now.toString(36);
  const name = knownDevice(signing, cookie, person, now) ?? newToken(12);
  const mark = `${made}.${name}.${signed(signing, person, made, name)}`;
  return [mark, ...before].slice(0, mostPeople).join('~');
}
