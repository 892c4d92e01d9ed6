import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `npm ci` leaves the packed tools. */
export const toolsFolder = fileURLToPath(new URL('../../tools/dist', import.meta.url));

/** A file that installs one of the tools. */
export interface PackedFile {
  readonly name: string;
  readonly kind: 'cli' | 'client' | 'python';
  /** Bytes. */
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

export interface ToolsIndex {
  readonly version: string;
  readonly files: readonly PackedFile[];
}

/** What is there to install; undefined where nothing was built. */
export async function toolsIn(folder: string): Promise<ToolsIndex | undefined> {
  const text = await readFile(join(folder, 'index.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
