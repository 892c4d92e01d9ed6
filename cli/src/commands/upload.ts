import {
  compareFile,
  partsOf,
  realityFiles,
  twinFiles,
  type UploadOptions,
  uploadFile,
  uploadToRealityData,
} from '../../../client/src/node.ts';
import { type FilesCall, filesCall, type Transfers, transfersOf } from '../files/call.ts';
import { globForms, wantedBy } from '../files/globs.ts';
import { type LocalFile, type LocalTree, treeOf } from '../files/local.ts';
import { type FileRow, someFailed } from '../files/rows.ts';
import { runFiles } from '../files/run-files.ts';
import { tell } from '../io.ts';
import { followJobs } from '../jobs.ts';
import type { BuiltIn } from '../run.ts';
import { uploadUsage } from '../usages.ts';

const forms = [
  { name: 'to', takes: 'one' },
  { name: 'recursive', short: 'r', takes: 'none' },
  { name: 'if-exists', takes: 'one' },
  ...globForms,
  { name: 'reality-data', takes: 'one' },
  { name: 'dry-run', takes: 'none' },
  { name: 'restart', takes: 'none' },
  { name: 'patience', takes: 'one' },
] as const;

type IfExists = NonNullable<UploadOptions['ifExists']>;
const isChoice = (text: string): text is IfExists => ['update', 'skip', 'fail'].includes(text);

/** `twin upload <path>…` */
export const upload: BuiltIn = async (call) => {
  const asked = filesCall(call, 'upload', uploadUsage, forms);
  const { given, general, io, problems } = asked;
  const choice = asked.value('if-exists') ?? 'update';
  if (!isChoice(choice)) problems.push(`--if-exists: "${choice}" is none of update, skip, fail.`);
  if (given.words.length === 0) problems.push('<path>: required.');
  const patienceMs = asked.milliseconds('patience');
  const local = treeOf(io, given.words, asked.has('recursive'), problems);
  asked.refuseWrong();
  const isWanted = wantedBy(given.flags);
  const tree = { files: local.files.filter(({ path }) => isWanted(path)), folders: local.folders };
  const transfers = await transfersOf(asked, patienceMs);
  const sender = await senderOf(asked, transfers, tree, isChoice(choice) ? choice : 'update');
  const { jobs, failed } = await sendAll(asked, transfers, tree.files, sender);
  if (failed > 0) throw someFailed(failed, tree.files.length, 'uploaded');
  if (general.wait) await followJobs(jobs, { io, given, session: await asked.session() });
};

interface Sent {
  readonly row: Omit<FileRow, 'path' | 'size'>;
  readonly jobs: readonly string[];
}

/** Sends a file, or tells what would become of it. */
type Send = (file: LocalFile, onProgress: (done: number) => void) => Promise<Sent>;

/** Into reality data by its container, else into folders of a twin. */
async function senderOf(asked: FilesCall, transfers: Transfers, tree: LocalTree, ifExists: IfExists): Promise<Send> {
  const { client, lines, records } = transfers;
  const to = partsOf(asked.value('to') ?? '');
  const restart = asked.has('restart');
  const isDry = asked.has('dry-run');
  const realityData = asked.value('reality-data');
  if (realityData !== undefined) {
    const files = realityFiles(client, realityData);
    return async ({ file, path }, onProgress) => {
      const name = [...to, path].join('/');
      if (isDry) return { row: { state: 'uploaded', id: null, sha256: null, sent: 0, resumed: false }, jobs: [] };
      const options = { ...lines, path: file, name, ifExists, restart, records, onProgress };
      const { sha256, ...done } = await uploadToRealityData(files, options);
      return { row: { ...done, id: null, sha256: sha256 ?? null }, jobs: [] };
    };
  }
  const twinId = await asked.twin();
  const files = twinFiles(client, twinId);
  if (!isDry) for (const folder of tree.folders) await files.ensureFolder([...to, ...folder.split('/')]);
  return async ({ file, path }, onProgress) => {
    const folder = [...to, ...path.split('/').slice(0, -1)].join('/');
    const onNotice = (sentence: string) => void tell(asked.io, sentence);
    const own = { twinId, folder, path: file, ifExists, restart, records, files, onProgress, onNotice };
    const options = { ...lines, ...own };
    if (isDry) {
      const { state, file: found, sha256 } = await compareFile(client, options);
      return { row: { state, id: found?.id ?? null, sha256: sha256 ?? null, sent: 0, resumed: false }, jobs: [] };
    }
    const { state, file: made, sha256, sent, resumed, jobs } = await uploadFile(client, options);
    return { row: { state, id: made.id, sha256: sha256 ?? null, sent, resumed }, jobs };
  };
}

/** All files; one that changes while it is read is sent once more at the end. */
async function sendAll(
  asked: FilesCall,
  transfers: Transfers,
  files: readonly LocalFile[],
  send: Send,
): Promise<{ readonly jobs: readonly string[]; readonly failed: number }> {
  const to = partsOf(asked.value('to') ?? '');
  const jobs: string[] = [];
  const failed = await runFiles(asked, {
    files,
    failure: transfers.failure,
    path: (one) => [...to, one.path].join('/'),
    counted: 'sent',
    async work(one, onProgress) {
      const { row, jobs: begun } = await send(one, onProgress);
      jobs.push(...begun);
      return row;
    },
  });
  return { jobs, failed };
}
