import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compareFile, downloadFile, partsOf, type TwinFiles, twinFiles, uploadFile } from '../../../client/src/node.ts';
import { exits, Failure } from '../failure.ts';
import { type FilesCall, filesCall, type Transfers, transfersOf } from '../files/call.ts';
import { type LocalFile, type LocalTree, treeIn } from '../files/local.ts';
import { type RemoteTree, safePath, treeAt } from '../files/remote.ts';
import { someFailed } from '../files/rows.ts';
import type { BuiltIn } from '../run.ts';
import { filledBy, keyOf, keysOf } from '../sync/paths.ts';
import { removeLocal, removeRemote } from '../sync/remove.ts';
import { reportOf } from '../sync/report.ts';
import { transferAll } from '../sync/transfer-all.ts';
import { syncUsage } from '../usages.ts';

const forms = [
  { name: 'down', takes: 'none' },
  { name: 'delete', takes: 'none' },
  { name: 'dry-run', takes: 'none' },
  { name: 'patience', takes: 'one' },
] as const;

/** `twin sync <folder> <remote folder>`: makes one side like the other. */
export const sync: BuiltIn = async (call) => {
  const asked = filesCall(call, 'sync', syncUsage, forms);
  const { given, io, problems } = asked;
  const [folder, remote, ...more] = given.words;
  if (folder === undefined) problems.push('<folder>: required.');
  if (remote === undefined) problems.push('<remote folder>: required.');
  if (more.length > 0) problems.push(`${more.join(' ')}: too many arguments.`);
  const patienceMs = asked.milliseconds('patience');
  const place = resolve(io.cwd, folder ?? '.');
  const isDown = asked.has('down');
  const isThere = folder === undefined || isFolder(place, folder, isDown, problems);
  asked.refuseWrong();
  const transfers = await transfersOf(asked, patienceMs);
  try {
    const files = twinFiles(transfers.client, await asked.twin());
    const parts = partsOf(remote ?? '');
    const folderId = await files.folderAt(parts);
    const tree = folderId === undefined ? { files: [], folders: [] } : await treeAt(files, folderId);
    const local = isThere ? treeIn(place) : { files: [], folders: [] };
    const sides: Sides = { asked, transfers, files, place, parts, local, remote: tree };
    await (isDown ? down(sides, folderId) : up(sides));
  } catch (error) {
    throw transfers.failure(error);
  }
};

function isFolder(place: string, given: string, mayBeMissing: boolean, problems: string[]): boolean {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined && mayBeMissing) return false;
  if (found === undefined) problems.push(`${given}: there is no such folder.`);
  else if (!found.isDirectory()) problems.push(`${given}: is no folder.`);
  return true;
}

interface Sides {
  readonly asked: FilesCall;
  readonly transfers: Transfers;
  readonly files: TwinFiles;
  readonly place: string;
  readonly parts: readonly string[];
  readonly local: LocalTree;
  readonly remote: RemoteTree;
}

async function up({ asked, transfers, files, parts, local, remote }: Sides): Promise<void> {
  const { client, lines, records } = transfers;
  const isDry = asked.has('dry-run');
  const knownFolders = new Set(remote.folders.map(({ path }) => keyOf(path)));
  const filled = filledBy(local.files.map(({ path }) => path));
  if (!isDry) for (const path of ['', ...local.folders]) await files.ensureFolder([...parts, ...partsOf(path)]);
  const report = reportOf(asked);
  for (const path of local.folders)
    if (!knownFolders.has(keyOf(path)) && !filled.has(path)) await report.line('+', `${path}/`);
  const failed = await transferAll<LocalFile>({ asked, transfers, report }, local.files, async ({ file, path }) => {
    const folder = folderOf(parts, path);
    const options = { ...lines, twinId: files.twinId, files, folder, path: file, records };
    const { state } = await (isDry ? compareFile(client, options) : uploadFile(client, options));
    return signs[state];
  });
  const kept = keysOf(
    local.files.map(({ path }) => path),
    local.folders,
  );
  if (failed === 0) await removeRemote({ asked, transfers, report }, remote, kept);
  await report.end();
  if (failed > 0) throw someFailed(failed, local.files.length, 'synchronized');
}

/** What became, or would become, of a file. */
const signs = { uploaded: '+', updated: '~', unchanged: undefined, skipped: undefined } as const;

/** The folder of the twin in which something stands. */
const folderOf = (parts: readonly string[], path: string): string =>
  [...parts, ...path.split('/').slice(0, -1)].join('/');

async function down(
  { asked, transfers, files, place, parts, local, remote }: Sides,
  folderId: string | undefined,
): Promise<void> {
  if (folderId === undefined) throw new Failure(exits.notFound, `The twin has no folder "${parts.join('/')}".`);
  const { client, lines } = transfers;
  const isDry = asked.has('dry-run');
  const there = new Map(local.files.map((one) => [keyOf(one.path), one]));
  const knownFolders = new Set(local.folders.map(keyOf));
  const filled = filledBy(remote.files.map(({ path }) => path));
  if (!isDry)
    for (const path of ['', ...remote.folders.map((one) => safePath(one.path))])
      mkdirSync(join(place, path), { recursive: true });
  const report = reportOf(asked);
  for (const { path } of remote.folders)
    if (!knownFolders.has(keyOf(safePath(path))) && !filled.has(path)) await report.line('+', `${path}/`);
  const failed = await transferAll({ asked, transfers, report }, remote.files, async ({ file, path }) => {
    const old = there.get(keyOf(safePath(path)));
    const target = old?.file ?? join(place, safePath(path));
    const own = { twinId: files.twinId, files, folder: folderOf(parts, path), name: file.displayName };
    if (isDry)
      return old === undefined ? '+' : signs[(await compareFile(client, { ...lines, ...own, path: target })).state];
    const { state } = await downloadFile(client, { ...lines, fileId: file.id, path: target });
    if (old === undefined) return '+';
    return state === 'unchanged' ? undefined : '~';
  });
  const kept = keysOf(
    remote.files.map(({ path }) => safePath(path)),
    remote.folders.map(({ path }) => safePath(path)),
  );
  if (failed === 0) await removeLocal({ asked, transfers, report }, place, local, kept);
  await report.end();
  if (failed > 0) throw someFailed(failed, remote.files.length, 'synchronized');
}
