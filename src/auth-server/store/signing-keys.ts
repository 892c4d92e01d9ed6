import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Database } from '../../kernel/db/database.ts';
import type { SecretBox } from '../../kernel/ports.ts';
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

/** The signing keys of all processes; makes the first one if there is none. */
export async function openSigningKeys(db: Database, secrets: SecretBox, now: number): Promise<SigningKeys> {
  let rows: SigningKeyRow[] = [];
  let opened = new Map<string, JWK & { kid: string }>();
  let readAt = 0;
  let reading: Promise<void> | undefined;

  async function read(at: number): Promise<void> {
    rows = await db.all(q.selectFrom('auth_signing_keys').selectAll().orderBy('signs_from', 'desc').orderBy('kid'));
    opened = new Map(
      rows.map((row) => [
        row.kid,
        opened.get(row.kid) ?? (JSON.parse(secrets.open(row.private_key)) as JWK & { kid: string }),
      ]),
    );
    readAt = at;
  }

  async function insert(at: number, signsFrom: number, onlyFirst = false): Promise<void> {
    const key = await newKey();
    await db.write(async (tx) => {
      const any = await tx.first(q.selectFrom('auth_signing_keys').select('kid').limit(1));
      if (onlyFirst && any) return;
      const row = { kid: key.kid, private_key: secrets.seal(JSON.stringify(key)), created: at, signs_from: signsFrom };
      await tx.run(q.insertInto('auth_signing_keys').values(row));
    });
    await read(at);
  }

  await read(now);
  if (rows.length === 0) await insert(now, now, true);

  let keySet: KeySet = { keys: [] };
  return {
    current(at) {
      const keys = inUse(rows, at).flatMap((row) => opened.get(row.kid) ?? []);
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
      const needed = new Set(inUse(rows, at).map((row) => row.kid));
      const unused = rows.filter((row) => !needed.has(row.kid)).map((row) => row.kid);
      if (unused.length > 0) {
        await db.write((tx) => tx.run(q.deleteFrom('auth_signing_keys').where('kid', 'in', unused)));
      }
      const newest = rows[0];
      const due = (newest?.signs_from ?? 0) + signsForMs;
      if (at >= due - announcedBeforeMs) await insert(at, Math.max(due, at + publishedBeforeMs));
    },
    rotate: (at) => insert(at, at + publishedBeforeMs),
  };
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

async function newKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' }) as JWK;
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
}
