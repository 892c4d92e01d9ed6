import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Database } from '../../kernel/db/database.ts';
import type { SecretBox } from '../../std/secrets.ts';
import { q, type SigningKeyRow } from '../tables.ts';

const hour = 3600_000;
const day = 24 * hour;
/** A key is published this long before it signs: twice as long as verifiers may cache the key set. */
const publishedBeforeMs = 2 * hour;
const signsForMs = 90 * day;
const announcedBeforeMs = day;
/** A replaced key stays published until its last token has expired, clock skew included. */
const publishedAfterMs = hour + 10 * 60_000;
const readAgainMs = 60_000;

/** The same object until the keys change. */
export interface KeySet {
  /** Private keys; the first one signs, the others are published. */
  readonly keys: readonly (JWK & { readonly kid: string })[];
}

export interface SigningKeys {
  /** The keys as of the last read. */
  current(now: number): KeySet;
  /** To be awaited before `current` where it answers a promise. */
  upToDate(now: number): Promise<void> | undefined;
  /** Makes the next key when it is time, removes those that no token needs any more. */
  maintain(now: number): Promise<void>;
  /** Makes a key at once, for example after the last one leaked; it signs after two hours. */
  rotate(now: number): Promise<void>;
}

type Key = KeySet['keys'][number];

/** The signing keys of all processes; makes the first one if there is none. */
export async function openSigningKeys(db: Database, secrets: SecretBox, now: number): Promise<SigningKeys> {
  const opened = new Map<string, Key>();
  let rows: SigningKeyRow[] = [];
  let keySet: KeySet = { keys: [] };
  let readAt = 0;
  let reading: Promise<void> | undefined;

  const keyOf = (row: SigningKeyRow): Key => {
    const key: Key = opened.get(row.kid) ?? JSON.parse(secrets.open(row.private_key));
    opened.set(row.kid, key);
    return key;
  };
  const read = async (at: number): Promise<void> => {
    rows = await db.all(q.selectFrom('auth_signing_keys').selectAll().orderBy('signs_from', 'desc').orderBy('kid'));
    rows.forEach(keyOf);
    readAt = at;
  };
  const insert = async (at: number, signsFrom: number): Promise<void> => {
    await insertKey(db, secrets, at, signsFrom);
    await read(at);
  };

  await read(now);
  if (rows.length === 0) await insert(now, now);
  return {
    current(at) {
      const keys = inUse(rows, at).map(keyOf);
      const same = keys.length === keySet.keys.length && keys.every((key, i) => key === keySet.keys[i]);
      if (!same) keySet = { keys };
      return keySet;
    },
    upToDate(at) {
      if (at - readAt < readAgainMs) return undefined;
      reading ??= read(at).finally(() => {
        reading = undefined;
      });
      return reading;
    },
    async maintain(at) {
      await read(at);
      await removeUnused(db, rows, at);
      const due = (rows[0]?.signs_from ?? 0) + signsForMs;
      if (at >= due - announcedBeforeMs) await insert(at, Math.max(due, at + publishedBeforeMs));
    },
    rotate: (at) => insert(at, at + publishedBeforeMs),
  };
}

/** Stores a new key; one that would sign at once only if there is no other, whichever process comes first. */
async function insertKey(db: Database, secrets: SecretBox, now: number, signsFrom: number): Promise<void> {
  const key = await newKey();
  const row = { kid: key.kid, private_key: secrets.seal(JSON.stringify(key)), created: now, signs_from: signsFrom };
  await db.write(async (tx) => {
    const other = await tx.first(q.selectFrom('auth_signing_keys').select('kid').limit(1));
    if (other && signsFrom <= now) return;
    await tx.run(q.insertInto('auth_signing_keys').values(row));
  });
}

async function removeUnused(db: Database, rows: readonly SigningKeyRow[], now: number): Promise<void> {
  const needed = new Set(inUse(rows, now));
  const unused = rows.filter((row) => !needed.has(row)).map((row) => row.kid);
  if (unused.length === 0) return;
  await db.write((tx) => tx.run(q.deleteFrom('auth_signing_keys').where('kid', 'in', unused)));
}

/** The signing key first, then the one to come, then replaced ones whose tokens may still live. */
function inUse(rows: readonly SigningKeyRow[], now: number): SigningKeyRow[] {
  const signing = rows.findIndex((row) => row.signs_from <= now);
  const coming = rows.slice(0, Math.max(0, signing));
  const before = rows.slice(signing + 1).filter((_, at) => {
    const successor = rows[signing + at];
    return successor !== undefined && successor.signs_from + publishedAfterMs > now;
  });
  const current = rows[signing];
  return current ? [current, ...coming, ...before] : [...rows];
}

async function newKey(): Promise<Key> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const jwk: JWK = privateKey.export({ format: 'jwk' });
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
}
