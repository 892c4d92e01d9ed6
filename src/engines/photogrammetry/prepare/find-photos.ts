import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Files of a folder at any depth, by name: `/`-separated, relative to it. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}

export const isPhoto = (name: string): boolean => /\.(?:jpe?g|png|tiff?)$/i.test(name);

/** What belongs to photos and is no photo: side files of programs, and what describes them. */
export const isSideFile = (name: string): boolean =>
  /(?:^|\/)\.|\.(?:csv|json|xml|txt|md|xmp|mrk|nav|obs|bin|db|ini|prj)$|thumbs\.db$/i.test(name);
