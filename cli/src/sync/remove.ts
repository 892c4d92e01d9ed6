import { rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { answered } from '../../../client/src/node.ts';
import { reasonOf } from '../body.ts';
import { wrongCall } from '../failure.ts';
import type { FilesCall } from '../files/call.ts';
import type { LocalTree } from '../files/local.ts';
import type { RemoteTree } from '../files/remote.ts';
import { filledBy, keyOf, parentsOf } from './paths.ts';
import type { Doing } from './transfer-all.ts';

/** What is there and not here goes to the recycle bin: a folder as a whole. */
export async function removeRemote(
  { asked, transfers, report }: Doing,
  { files, folders }: RemoteTree,
  kept: ReadonlySet<string>,
) {
  const gone = files.filter(({ path }) => !kept.has(keyOf(path)));
  const goneFolders = folders.filter(({ path }) => !kept.has(keyOf(`${path}/`)));
  if (!(await mayDelete(asked, gone.length + goneFolders.length, 'the twin'))) return;
  const { storage } = transfers.client;
  const isGone = new Set(goneFolders.map(({ path }) => path));
  const isTop = (path: string) => !parentsOf(path).some((parent) => isGone.has(parent));
  const isDry = asked.has('dry-run');
  for (const { file, path } of gone) {
    const params = { path: { fileId: file.id } };
    if (!isDry && isTop(path)) await answered(storage.DELETE('/storage/files/{fileId}', { params }));
    await report.line('-', path);
  }
  const filled = filledBy(gone.map(({ path }) => path));
  for (const { id, path } of goneFolders) {
    const params = { path: { folderId: id } };
    if (!isDry && isTop(path)) await answered(storage.DELETE('/storage/folders/{folderId}', { params }));
    if (!filled.has(path)) await report.line('-', `${path}/`);
  }
}

export async function removeLocal(
  { asked, report }: Doing,
  place: string,
  { files, folders }: LocalTree,
  kept: ReadonlySet<string>,
) {
  const gone = files.filter(({ path }) => !kept.has(keyOf(path)));
  const goneFolders = folders.filter((path) => !kept.has(keyOf(`${path}/`)));
  if (!(await mayDelete(asked, gone.length + goneFolders.length, place))) return;
  const isDry = asked.has('dry-run');
  for (const { file, path } of gone) {
    if (!isDry) rmSync(file);
    await report.line('-', path);
  }
  const filled = filledBy(gone.map(({ path }) => path));
  for (const path of goneFolders.toReversed()) {
    if (!isDry) removeEmpty(join(place, path));
    if (!filled.has(path)) await report.line('-', `${path}/`);
  }
}

/** What was not seen, as links, is not deleted, and its folder stays. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY'))
      throw wrongCall(`${folder} cannot be removed (${reasonOf(error)}).`);
  }
}

async function mayDelete({ io, general, has }: FilesCall, count: number, where: string): Promise<boolean> {
  if (!has('delete') || count === 0) return false;
  if (has('dry-run') || general.yes || !io.stderr.isTerminal || !io.stdin.isTerminal) return true;
  await io.stderr.write(`Delete ${count} ${count === 1 ? 'item' : 'items'} from ${where}? [y/N] `);
  return /^y(es)?$/i.test((await io.stdin.line()).trim());
}
