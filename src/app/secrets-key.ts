import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { q } from '../auth-server/tables.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { condition } from '../kernel/db/condition.ts';
import type { Database } from '../kernel/db/database.ts';
import { tables } from '../kernel/db/query.ts';
import { codeOf } from '../std/errors.ts';
import { secretBox } from '../std/secret-box.ts';
import type { SecretBox } from '../std/secrets.ts';

/**
 * The server's key for secrets at rest and for signed addresses: the configured one, or one made once in the data
 * folder. A database that was written with another key is refused before anything is written: with a new key nobody's
 * webhooks, applications or addresses would work, and what was sealed could never be read again.
 */
export async function openSecrets(
  { secretsKey: configured, dataDir }: Pick<Config, 'secretsKey' | 'dataDir'>,
  db: Database,
): Promise<SecretBox> {
  const sealed = await somethingSealed(db); // first: who writes it has made the key before
  const file = join(dataDir, 'secrets.key');
  if (configured === undefined && !existsSync(file)) {
    if (sealed !== undefined) throw new ConfigError(lost(file));
    makeKey(file);
  }
  const secrets = secretBox(Buffer.from(configured ?? readFileSync(file, 'utf8').trim(), 'base64'));
  if (sealed !== undefined && !opens(secrets, sealed)) throw new ConfigError(wrong(configured ? 'SECRETS_KEY' : file));
  return secrets;
}

const lost = (file: string): string =>
  `${file} is missing: the key with which this database was written. Put it back from a backup of the data folder, or give it as SECRETS_KEY. Nothing was changed.`;

const wrong = (where: string): string =>
  `The key in ${where} is not the one with which this database was written. Bring key and database back from the same backup. Nothing was changed.`;

interface Catalogues {
  sqlite_master: { readonly name: string };
  pg_tables: { readonly tablename: string };
}

/** A text that only the right key opens; undefined in a new database. */
async function somethingSealed(db: Database): Promise<string | undefined> {
  const catalogue = tables<Catalogues>();
  const table = 'auth_signing_keys';
  const found =
    db.dialect === 'sqlite'
      ? await db.first(catalogue.selectFrom('sqlite_master').select('name').where('name', '=', table))
      : await db.first(
          catalogue
            .selectFrom('pg_tables')
            .select('tablename')
            .where('tablename', '=', table)
            .where(condition`schemaname = current_schema()`),
        );
  if (found === undefined) return undefined;
  return (await db.first(q.selectFrom(table).select('private_key').limit(1)))?.private_key;
}

function opens(secrets: SecretBox, sealed: string): boolean {
  try {
    secrets.open(sealed);
    return true;
  } catch {
    return false;
  }
}

/** Of several processes that start at once, one makes the key and all use it. */
function makeKey(file: string): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  chmodSync(own, 0o600);
  try {
    linkSync(own, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(own);
  }
}
