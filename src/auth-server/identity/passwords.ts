import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

interface Cost {
  readonly memory: number;
  readonly passes: number;
}

/** OWASP's figures for argon2id: 19 MiB, 2 passes; about 40 ms of one core. */
const usualCost: Cost = { memory: 19_456, passes: 2 };
const lanes = 1;
const tagLength = 32;
const atOnce = 2;
/** About four seconds of work. */
const mostWaiting = 200;
const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export const shortestPassword = 12;
export const longestPassword = 256;

/** More people sign in at once than the server can check; it must not fall over them. */
export class TooBusy extends Error {}

/** A PHC string of argon2id, made off the event loop. */
export async function hashPassword(password: string, { memory, passes }: Cost = usualCost): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, { memory, passes, parallelism: lanes, tagLength });
  return phcOf({ memory, passes }, salt, tag);
}

const phcOf = ({ memory, passes }: Cost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(tag)}`;

/** Compares in constant time. Without a stored hash it works as long and answers false. */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  const parts = phcForm.exec(stored ?? decoy);
  if (parts === null) return false;
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected) && stored !== null && stored !== undefined;
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Hashed against when there is no user, so that the answer takes as long as for one. */
const decoy = phcOf(usualCost, randomBytes(16), randomBytes(tagLength));

let running = 0;
const waiting: (() => void)[] = [];

/** At most two at once, so that sign-ins take neither all of the memory nor all threads of the pool. */
async function derive(
  password: string,
  salt: Buffer,
  parameters: Cost & { parallelism: number; tagLength: number },
): Promise<Buffer> {
  if (waiting.length >= mostWaiting) throw new TooBusy('Too many passwords wait to be checked.');
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await new Promise((resolve, reject) =>
      argon2('argon2id', { message: password.normalize('NFC'), nonce: salt, ...parameters }, (error, tag) =>
        error ? reject(error) : resolve(tag),
      ),
    );
  } finally {
    running--;
    waiting.shift()?.();
  }
}
