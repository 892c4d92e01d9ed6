import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import {
  downloadFile,
  downloadFromRealityData,
  realityFiles,
  realityFilesIn,
  twinFiles,
} from '../../../client/src/node.ts';
import { exits, Failure, wrongCall } from '../failure.ts';
import { safeName } from '../file-answer.ts';
import { type FilesCall, filesCall, type Transfers, transfersOf } from '../files/call.ts';
import { globForms, wantedBy } from '../files/globs.ts';
import { fileById, isItemId, itemAt, safePath, treeAt } from '../files/remote.ts';
import { type FileRow, someFailed } from '../files/rows.ts';
import { runFiles } from '../files/run-files.ts';
import type { BuiltIn } from '../run.ts';
import { downloadUsage } from '../usages.ts';

const forms = [
  { name: 'recursive', short: 'r', takes: 'none' },
  ...globForms,
  { name: 'reality-data', takes: 'one' },
  { name: 'patience', takes: 'one' },
] as const;

/** Something to read: by its id, or by its name in reality data. */
interface Wanted {
  readonly id: string | null;
  /** In the twin, or in the reality data. */
  readonly path: string;
  readonly size: number;
  readonly target: string;
}

/** `twin download <file id|path>…` */
export const download: BuiltIn = async (call) => {
  const asked = filesCall(call, 'download', downloadUsage, forms);
  const { given, problems } = asked;
  const realityData = asked.value('reality-data');
  if (given.words.length === 0 && realityData === undefined) problems.push('<file id|path>: required.');
  const patienceMs = asked.milliseconds('patience');
  asked.refuseWrong();
  const transfers = await transfersOf(asked, patienceMs);
  try {
    if (realityData !== undefined) return await fromRealityData(asked, transfers, realityData);
    return await fromTwin(asked, transfers);
  } catch (error) {
    throw transfers.failure(error);
  }
};

async function fromTwin(asked: FilesCall, transfers: Transfers): Promise<void> {
  const { client, lines } = transfers;
  const all = await wantedIn(asked, transfers);
  await runAll(asked, transfers, all, async ({ id, target }, onProgress) =>
    downloadFile(client, { ...lines, fileId: id ?? '', path: target, onProgress }),
  );
}

/** What the words of the call name: files, and with `-r` everything in folders. */
async function wantedIn(asked: FilesCall, { client }: Transfers): Promise<readonly Wanted[]> {
  const { given } = asked;
  const isWanted = wantedBy(given.flags);
  const place = placeFor(asked);
  const all: Wanted[] = [];
  let files: ReturnType<typeof twinFiles> | undefined;
  for (const word of given.words) {
    if (isItemId(word)) {
      const file = await fileById(client, word);
      all.push({ ...file, target: place(safeName(file.displayName), given.words.length === 1) });
      continue;
    }
    files ??= twinFiles(client, await asked.twin());
    const found = await itemAt(files, word);
    if (found.is === 'file') {
      const { file } = found;
      all.push({ ...file, target: place(safeName(file.displayName), given.words.length === 1) });
      continue;
    }
    if (!asked.has('recursive')) throw wrongCall(`${word} is a folder. Add -r to download it with everything in it.`);
    const name = word.split('/').findLast((part) => part !== '') ?? '';
    const tree = await treeAt(files, found.id, name);
    for (const folder of tree.folders) mkdirSync(place(safePath(folder.path), false), { recursive: true });
    for (const { file, path } of tree.files)
      if (isWanted(path)) all.push({ ...file, target: place(safePath(path), false) });
  }
  return all;
}

/** Where something goes: one file to the name of `-o`, unless that is a folder; everything else below it. */
function placeFor({ io, general: { output }, has }: FilesCall): (path: string, isOnly: boolean) => string {
  const given = resolve(io.cwd, output ?? '.');
  const isFolder =
    output === undefined || /[/\\]$/.test(output) || (existsSync(given) && statSync(given).isDirectory());
  return (path, isOnly) => (isOnly && !isFolder && !has('recursive') ? given : join(given, path));
}

async function fromRealityData(asked: FilesCall, transfers: Transfers, id: string): Promise<void> {
  const { given } = asked;
  const { client, lines } = transfers;
  const files = realityFiles(client, id);
  const isWanted = wantedBy(given.flags);
  const named = given.words.map((word) => word.replaceAll(/^\/+|\/+$/g, ''));
  const isNamed = (name: string) =>
    named.length === 0 || named.some((one) => name === one || (asked.has('recursive') && name.startsWith(`${one}/`)));
  const listed = await realityFilesIn(files, lines);
  const found = listed.filter(({ name }) => isNamed(name) && isWanted(name));
  const missing = named.find((one) => !listed.some(({ name }) => name === one || name.startsWith(`${one}/`)));
  if (missing !== undefined) throw new Failure(exits.notFound, `The reality data has no file "${missing}".`);
  const place = placeFor(asked);
  const isOnly = named.length === 1 && found.length === 1 && found[0]?.name === named[0];
  const all = found.map(({ name, size }): Wanted => {
    const target = place(isOnly ? safeName(basename(name)) : safePath(name), isOnly);
    return { id: null, path: name, size, target };
  });
  await runAll(asked, transfers, all, async ({ path, target }, onProgress) =>
    downloadFromRealityData(files, { ...lines, name: path, path: target, onProgress }),
  );
}

type Read = (
  one: Wanted,
  onProgress: (done: number) => void,
) => Promise<{
  readonly state: FileRow['state'];
  readonly sha256: string;
  readonly received: number;
  readonly resumed: boolean;
}>;

async function runAll(asked: FilesCall, transfers: Transfers, files: readonly Wanted[], read: Read): Promise<void> {
  const root = resolve(asked.io.cwd, asked.general.output ?? '.');
  const failed = await runFiles(asked, {
    files,
    path: ({ path }) => path,
    counted: 'received',
    failure: transfers.failure,
    async work(one, onProgress) {
      stayWithin(root, one.target);
      const { state, sha256, received, resumed } = await read(one, onProgress);
      return { state, id: one.id, sha256, received, resumed };
    },
  });
  if (failed > 0) throw someFailed(failed, files.length, 'downloaded');
}

/** Links that are there may lead elsewhere: nothing is written outside of what was named. */
function stayWithin(root: string, target: string): void {
  if (target === root) return;
  mkdirSync(dirname(target), { recursive: true });
  const [place, top] = [realpathSync(dirname(target)), realpathSync(root)];
  if (place !== top && !place.startsWith(top.endsWith(sep) ? top : top + sep))
    throw wrongCall(`${target} would lie outside of ${root}.`);
}
