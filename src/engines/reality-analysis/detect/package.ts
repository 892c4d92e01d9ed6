import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { EngineFailure } from '../../engine.ts';
import { isInflated, mostRatio } from '../../inflation.ts';
import { failures } from '../failures.ts';
import { type Metadata, readMetadata } from './description.ts';
import { type DetectorLabel, readLabels, readXmlLabels } from './labels.ts';
import { isNetwork } from './network.ts';

/** A detector, unpacked. */
export interface DetectorPackage {
  /** Undefined where it cannot be run here. */
  readonly model: Uint8Array | undefined;
  readonly metadata: Metadata | undefined;
  readonly labels: readonly DetectorLabel[] | undefined;
  /** Why it can be kept and downloaded, but no job runs it. */
  readonly note?: string;
  /** The files of a description that it does not have: the network itself may tell what they would say. */
  readonly lacks: readonly ('metadata.json' | 'labels.json')[];
  /** What stands in it beside the network, to be written again; the network is `model.onnx`. */
  readonly texts: ReadonlyMap<string, string>;
  /** What is wrong with its metadata.json; the network may tell what it should say. */
  readonly fault?: EngineFailure;
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

/** Reads a zip, a folder with the same files, or a network alone. Throws InputData_Invalid with what is wrong. */
export async function readPackage(path: string): Promise<DetectorPackage> {
  const { size, ...found } = await stat(path).then((facts) => ({ size: facts.size, isFolder: facts.isDirectory() }));
  if (found.isFolder) return packageOf(await folderFiles(path));
  const file = await open(path, 'r');
  const { buffer: head } = await file.read(Buffer.alloc(4), 0, 4, 0);
  await file.close();
  if (head.toString('latin1') === 'PK\u0003\u0004') return readZip(path);
  if (size > mostModelBytes) throw bad('the file is too large for a network');
  const model = await readFile(path);
  if (!isNetwork(model)) throw bad('the file is neither a zip nor a network in the format ONNX');
  return packageOf({ names: ['model.onnx'], read: () => Promise.resolve(model) });
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
  const labels = labelsJson ? readLabels(await text(labelsJson)) : labelsXml && readXmlLabels(await text(labelsXml));
  const described: Described =
    metadataJson === undefined ? { metadata: undefined } : metadataIn(await text(metadataJson));
  const texts = new Map<string, string>();
  for (const name of [labelsJson, labelsXml, metadataJson, metadataXml]) {
    if (name !== undefined) texts.set(name.toLowerCase(), await text(name));
  }
  const known = { labels: labels || undefined, texts, ...described };
  const kept = (note: string): DetectorPackage => ({ ...known, model: undefined, note, lacks: [] });
  const isOther = /\.pb$/i.test(model);
  if (isOther && labelsJson === undefined && labelsXml === undefined) throw bad('there is no labels.json');
  if (isOther && metadataJson === undefined && metadataXml === undefined) throw bad('there is no metadata.json');
  if (isOther) return kept(`'${basename(model)}' is of a format that is not run here.`);
  if (metadataJson === undefined && metadataXml)
    return kept('It is described by metadata.xml alone, whose form is not known.');
  if (!labels && labelsXml) return kept('Its labels.xml is of a form that is not known.');
  const lacks = [...(metadataJson ? [] : ['metadata.json' as const]), ...(labels ? [] : ['labels.json' as const])];
  return { ...known, lacks, model: await files.read(model, mostModelBytes) };
}

type Described = Pick<DetectorPackage, 'metadata' | 'fault'>;

/** A fault of it is told later, when the network was looked at. */
function metadataIn(text: string): Described {
  try {
    return { metadata: readMetadata(text) };
  } catch (error) {
    if (error instanceof EngineFailure) return { metadata: undefined, fault: error };
    throw error;
  }
}
