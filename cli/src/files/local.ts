import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { reasonOf } from '../body.ts';
import type { Io } from '../io.ts';

/** A local file, and where it belongs: folders and name, with `/` between. */
export interface LocalFile {
  readonly file: string;
  readonly path: string;
  readonly size: number;
}

export interface LocalTree {
  readonly files: readonly LocalFile[];
  /** Paths of all folders in it, parents first. */
  readonly folders: readonly string[];
}

const ofSystems = new Set(['.DS_Store', 'Thumbs.db']);

/** Everything in a folder, in the order of its names. Symbolic links are not followed, leftovers of systems not seen. */
export function treeIn(folder: string, before = ''): LocalTree {
  const files: LocalFile[] = [];
  const folders: string[] = [];
  const walk = (place: string, path: string): void => {
    const entries = readdirSync(place, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const [file, inner] = [join(place, entry.name), path === '' ? entry.name : `${path}/${entry.name}`];
      if (entry.isDirectory()) {
        folders.push(inner);
        walk(file, inner);
      } else if (entry.isFile() && !ofSystems.has(entry.name))
        files.push({ file, path: inner, size: statSync(file).size });
    }
  };
  walk(folder, before);
  return { files, folders };
}

/** What was named to be sent: files by their names, folders with theirs. Problems are told, one for each name. */
export function treeOf(io: Io, named: readonly string[], isRecursive: boolean, problems: string[]): LocalTree {
  const files: LocalFile[] = [];
  const folders: string[] = [];
  for (const given of named) {
    const file = resolve(io.cwd, given);
    try {
      const found = statSync(file);
      const name = basename(file);
      if (found.isFile()) files.push({ file, path: name, size: found.size });
      else if (!found.isDirectory()) problems.push(`${given}: is neither a file nor a folder.`);
      else if (!isRecursive) problems.push(`${given}: is a folder. Add -r to send it with everything in it.`);
      else {
        const inner = treeIn(file, name);
        files.push(...inner.files);
        folders.push(name, ...inner.folders);
      }
    } catch (error) {
      problems.push(`${given}: ${reasonOf(error)}.`);
    }
  }
  return { files, folders };
}
