import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The server's key for secrets at rest and for signed addresses: the configured one, or one made once in the data
 * folder. Who loses it must register webhooks and applications' secrets again.
 */
export function secretsKey(configured: string | undefined, dataDir: string): Buffer {
  if (configured !== undefined) return Buffer.from(configured, 'base64');
  const file = join(dataDir, 'secrets.key');
  if (!existsSync(file)) makeKey(file);
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
}

/** Of several processes that start at once, one makes the key and all use it. */
function makeKey(file: string): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  chmodSync(own, 0o600);
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(own);
  }
}
