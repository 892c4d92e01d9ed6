import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { EngineFailure } from '../../engine.ts';
import { isInflated, mostRatio } from '../../inflation.ts';
import { failures } from '../failures.ts';
import { type DetectorLabel, type Metadata, readLabels, readMetadata, readXmlLabels } from './description.ts';

/** A detector, unpacked. Without `runnable` it can be kept and downloaded, but no job runs it. */
export interface DetectorPackage {
  readonly labels: readonly DetectorLabel[] | undefined;
  readonly runnable: { readonly model: Uint8Array; readonly metadata: Metadata } | undefined;
  /** Why it cannot be run. */
  readonly note?: string;
}

const mostEntries = 1000;
const mostBytes = 4 * 2 ** 30;
/** What a network is read into at once. */
const mostModelBytes = 2 ** 31 - 1;
const mostTextBytes = 16 * 2 ** 20;

const bad = (why: string) => failures.invalidData('detector', why);

/** The files of a package by the names that they have at its root. */
interface Files {
  readonly names: readonly string[];
  read(name: string, most: number): Promise<Buffer>;
}

/** Reads a zip, or a folder with the same files. Throws InputData_Invalid with what is wrong. */
export async function readPackage(path: string): Promise<DetectorPackage> {
  if ((await stat(path)).isDirectory()) return packageOf(await folderFiles(path));
  const file = await open(path, 'r');
  const { buffer: head } = await file.read(Buffer.alloc(4), 0, 4, 0);
  await file.close();
  if (head.toString('latin1') !== 'PK\u0003\u0004') throw bad('the file is no zip');
  return readZip(path);
}

async function folderFiles(folder: string): Promise<Files> {
  const all = await readdir(folder, { withFileTypes: true });
  const names = all.filter((one) => one.isFile()).map((one) => one.name);
  const [only] = all;
  if (names.length === 0 && all.length === 1 && only?.isDirectory()) return folderFiles(join(folder, only.name));
  return {
    names,
    async read(name, most) {
      if ((await stat(join(folder, name))).size > most) throw bad(`${name} is too large`);
      return readFile(join(folder, name));
    },
  };
}

async function readZip(path: string): Promise<DetectorPackage> {
  const { size } = await stat(path);
  try {
    const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    try {
      return await packageOf(await zipFiles(zip, size));
    } finally {
      zip.close();
    }
  } catch (error) {
    throw error instanceof EngineFailure
      ? error
      : bad(`the zip cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

const isLink = (entry: yauzl.Entry): boolean => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;

async function zipFiles(zip: yauzl.ZipFile, fileSize: number): Promise<Files> {
  if (zip.entryCount > mostEntries) throw bad(`the zip holds more than ${mostEntries} files`);
  const entries: yauzl.Entry[] = [];
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    // the library itself refuses absolute names and those that lead out
    if (isLink(entry)) throw bad(`${entry.fileName} is a link`);
    if (isInflated(entry, fileSize)) {
      throw bad(`${entry.fileName} is more than ${mostRatio} times as large as its part of the zip`);
    }
    size += entry.uncompressedSize;
    if (size > mostBytes) throw bad('the zip holds more than 4 GiB');
    if (!/(^|\/)__MACOSX\/|\/$/.test(entry.fileName)) entries.push(entry);
  }
  const tops = new Set(entries.map(({ fileName }) => (fileName.includes('/') ? fileName.split('/')[0] : '')));
  const [top = ''] = tops;
  const root = tops.size === 1 && top !== '' ? `${top}/` : '';
  const atRoot = new Map(
    entries
      .filter(({ fileName }) => fileName.startsWith(root) && !fileName.slice(root.length).includes('/'))
      .map((entry) => [entry.fileName.slice(root.length), entry]),
  );
  return {
    names: [...atRoot.keys()],
    async read(name, most) {
      const entry = atRoot.get(name);
      if (entry === undefined) throw bad(`${name} is not there`);
      if (entry.uncompressedSize > most) throw bad(`${name} is too large`);
      return buffer(await zip.openReadStreamPromise(entry));
    },
  };
}

async function packageOf(files: Files): Promise<DetectorPackage> {
  const models = files.names.filter((name) => /\.(onnx|pb)$/i.test(name));
  const [model] = models;
  if (model === undefined) throw bad('there is no model file (.onnx or .pb)');
  if (models.length > 1) throw bad(`there is more than one model file: ${models.join(', ')}`);
  const named = (name: string) => files.names.find((one) => one.toLowerCase() === name);
  const text = async (name: string) => (await files.read(name, mostTextBytes)).toString('utf8');
  const [labelsJson, labelsXml] = [named('labels.json'), named('labels.xml')];
  const [metadataJson, metadataXml] = [named('metadata.json'), named('metadata.xml')];
  if (labelsJson === undefined && labelsXml === undefined) throw bad('there is no labels.json');
  if (metadataJson === undefined && metadataXml === undefined) throw bad('there is no metadata.json');
  const labels = labelsJson ? readLabels(await text(labelsJson)) : labelsXml && readXmlLabels(await text(labelsXml));
  const kept = (note: string): DetectorPackage => ({ labels: labels || undefined, runnable: undefined, note });
  const metadata = metadataJson && readMetadata(await text(metadataJson));
  if (/\.pb$/i.test(model)) return kept(`'${basename(model)}' is of a format that is not run here.`);
  if (!metadata) return kept('It is described by metadata.xml alone, whose form is not known.');
  if (!labels) return kept('Its labels.xml is of a form that is not known.');
  return { labels, runnable: { model: await files.read(model, mostModelBytes), metadata } };
}
