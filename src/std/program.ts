import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** What this program calls itself, with its version. */
export function programName(): string {
  const file = findPackageJSON(import.meta.url);
  const { version }: { version?: string } = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
  return `twin-platform ${version ?? 'unknown'}`;
}
