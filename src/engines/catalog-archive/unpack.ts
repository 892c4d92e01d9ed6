import { createWriteStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { isUuid } from '../../std/ids.ts';
import { type Engine, EngineFailure } from '../engine.ts';
import { isInflated, mostRatio } from '../inflation.ts';
import {
  type ArchivedFile,
  type CatalogArchiveParams,
  type CatalogArchiveResult,
  mostEntries,
  mostInflated,
  mostText,
} from './params.ts';

const notOne = (why: string) => new EngineFailure('NotAnArchive', why);
const tooLarge = (why: string) => new EngineFailure('ArchiveTooLarge', why);
const unexpected = (name: string, why: string) =>
  new EngineFailure('UnexpectedEntry', `The entry '${name.slice(0, 200)}' ${why}.`);

const textName = 'catalog.json';

/** Takes an archive apart; everything is looked at before anything is written. */
export const unpackCatalog: Engine<CatalogArchiveParams, CatalogArchiveResult> = async (params, context) => {
  const { input, output } = params;
  context.progress({ step: 'Looking at the archive' });
  const { size } = await stat(input);
  try {
    const zip = await yauzl.openPromise(input, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    try {
      const { text, files } = await entriesOf(zip, size);
      const total = files.size + 1;
      context.progress({ step: 'Unpacking', done: 0, total, unit: 'files' });
      const catalog = join(output, textName);
      await write(zip, text, catalog);
      await checkJson(catalog);
      await mkdir(join(output, 'files'));
      const found: ArchivedFile[] = [];
      for (const [id, entry] of files) {
        context.signal?.throwIfAborted();
        const path = join(output, 'files', id);
        await write(zip, entry, path);
        found.push({ id, path, size: entry.uncompressedSize });
        context.progress({ done: found.length + 1 });
      }
      return { catalog, files: found };
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof EngineFailure || context.signal?.aborted) throw error;
    throw notOne(`The archive cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
};

/** What the archive says that it holds. The library itself refuses names that lead out of a folder. */
async function entriesOf(zip: yauzl.ZipFile, size: number) {
  if (zip.entryCount > mostEntries) throw tooLarge(`The archive holds more than ${mostEntries} files.`);
  const files = new Map<string, yauzl.Entry>();
  let [text, inflated]: [yauzl.Entry | undefined, number] = [undefined, 0];
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    inflated += uncompressedSize;
    if (inflated > mostInflated) throw tooLarge('The archive holds more than 5 GiB.');
    if (isInflated(entry, size)) {
      throw tooLarge(
        `The entry '${fileName.slice(0, 200)}' is more than ${mostRatio} times as large as its part of the archive.`,
      );
    }
    if (isLink(entry)) throw unexpected(fileName, 'is a link');
    if (fileName === textName && text === undefined) text = entry;
    else if (/^files\/?$/.test(fileName)) continue;
    else add(files, entry);
  }
  if (text === undefined) throw notOne(`The archive holds no ${textName}.`);
  if (text.uncompressedSize > mostText) throw tooLarge(`${textName} is larger than ${mostText / 2 ** 20} MiB.`);
  return { text, files };
}

const isLink = ({ externalFileAttributes }: yauzl.Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

function add(files: Map<string, yauzl.Entry>, entry: yauzl.Entry): void {
  const { fileName } = entry;
  const [, id = ''] = /^files\/([^/]+)$/.exec(fileName) ?? [];
  if (!isUuid(id) || id !== id.toLowerCase())
    throw unexpected(fileName, `is neither ${textName} nor files/{documentId}`);
  if (files.has(id)) throw unexpected(fileName, 'is there twice');
  files.set(id, entry);
}

async function write(zip: yauzl.ZipFile, entry: yauzl.Entry, path: string): Promise<void> {
  const bytes = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw unexpected(entry.fileName, `cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  await pipeline(bytes, createWriteStream(path, { flags: 'wx' }));
}

async function checkJson(path: string): Promise<void> {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)));
  } catch (error) {
    throw unexpected(textName, `is no JSON: ${error instanceof Error ? error.message : error}`);
  }
}
