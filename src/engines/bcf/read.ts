import { appendFile, writeFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import type { EngineContext } from '../engine.ts';
import { EngineFailure } from '../engine.ts';
import { type Archive, openArchive, pictureKind } from './archive.ts';
import { guidIn } from './guid.ts';
import { type Markup, readMarkup } from './markup.ts';
import type { BcfDocument, BcfFile, BcfReaderParams, BcfReaderResult, BcfTopic, BcfViewpoint } from './params.ts';
import { isTitlePicture } from './title-picture.ts';
import { markupOf20, visinfoOf20 } from './version-2.0.ts';
import { upgraded } from './visinfo.ts';
import { beginsLate, child, childrenOf, element, readXml, textNode, textOf, type XmlNode } from './xml.ts';

const mostFaults = 50;
const markupName = /^[^/]+\/markup\.bcf$/;
const versions = ['2.0', '2.1', '3.0'];

/** What is known while a file is read. */
interface Reading {
  readonly archive: Archive;
  readonly folder: string;
  readonly counter: { next: number };
  readonly version: string;
  readonly faults: string[];
  /** Names of documents by their guid, of version 3.0. */
  readonly documents: ReadonlyMap<string, string>;
}

/** Reads the topics of a BCF file; one that is at fault is left out and told, the others are read. */
export async function readBcf(params: BcfReaderParams, context: EngineContext): Promise<BcfReaderResult> {
  const archive = await openArchive(params.input, params.inflated);
  try {
    const faults: string[] = [];
    const version = await versionOf(archive, faults);
    const markups = archive.names.filter((name) => markupName.test(name));
    if (markups.length > params.topics) {
      throw new EngineFailure('BcfTooLarge', `The file has more than ${params.topics} topics.`);
    }
    const documents = await documentNames(archive);
    const reading: Reading = { archive, folder: params.folder, counter: { next: 0 }, version, faults, documents };
    await writeFile(params.output, '');
    let topics = 0;
    context.progress({ step: 'Reading', total: markups.length, unit: 'topics' });
    for (const name of markups) {
      context.signal?.throwIfAborted();
      const topic = await topicIn(name, reading).catch((error: unknown) => {
        faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        return undefined;
      });
      if (topic) await appendFile(params.output, `${JSON.stringify(topic)}\n`);
      if (topic) topics++;
      context.progress({ done: topics });
    }
    return { version, topics, faults: faults.slice(0, mostFaults) };
  } finally {
    archive.close();
  }
}

/** The version that most programs write, for a file that names none. */
const usualVersion = '2.1';

async function versionOf(archive: Archive, faults: string[]): Promise<string> {
  if (!archive.has('bcf.version')) {
    if (!archive.names.some((name) => markupName.test(name)))
      throw new EngineFailure('NotABcfFile', 'The file is no BCF file: it has neither a version nor topics.');
    faults.push(`The file names no version; it is read as ${usualVersion}.`);
    return usualVersion;
  }
  try {
    const version = readXml(await archive.text('bcf.version')).attributes.VersionId?.trim() ?? '';
    if (versions.includes(version)) return version;
    throw new EngineFailure(
      'BcfVersion',
      `BCF files of version ${version} are not read, those of 2.0, 2.1 and 3.0 are.`,
    );
  } catch (error) {
    if (error instanceof EngineFailure) throw error;
    throw new EngineFailure('NotABcfFile', 'The file is no BCF file: what names its version cannot be read.');
  }
}

async function documentNames(archive: Archive): Promise<ReadonlyMap<string, string>> {
  if (!archive.has('documents.xml')) return new Map();
  try {
    const all = childrenOf(child(readXml(await archive.text('documents.xml')), 'Documents'), 'Document');
    return new Map(
      all.flatMap((one) => {
        const guid = guidIn(one.attributes.Guid);
        return guid ? [[guid, textOf(one, 'Filename') ?? guid] as const] : [];
      }),
    );
  } catch {
    return new Map();
  }
}

async function topicIn(name: string, reading: Reading): Promise<BcfTopic> {
  const root = await xmlIn(name, reading);
  const markup = readMarkup(reading.version === '2.0' ? markupOf20(root) : root);
  const place = posix.dirname(name);
  const files: BcfFile[] = [];
  return {
    ...markup.topic,
    viewpoints: await viewpointsIn(markup, place, files, reading),
    documents: await documentsIn(markup, place, reading),
    kept: { ...markup.topic.kept, nodes: await withSnippet(markup, place, files, reading) },
    files,
  };
}

/** The XML of an entry; what stands before its declaration is forgiven, and told. */
async function xmlIn(name: string, { archive, faults }: Reading): Promise<XmlNode> {
  const text = await archive.text(name);
  const root = readXml(text);
  if (beginsLate(text)) faults.push(`${name}: blanks before its XML declaration were skipped`);
  return root;
}

async function viewpointsIn(
  { viewpoints, topic }: Markup,
  place: string,
  files: BcfFile[],
  reading: Reading,
): Promise<BcfViewpoint[]> {
  const found: BcfViewpoint[] = [];
  for (const { guid, file, snapshot } of viewpoints) {
    try {
      const names = file === undefined ? [`${guid}.bcfv`, 'viewpoint.bcfv'] : [file, `${guid}.bcfv`];
      const root = await xmlIn(entryNamed(reading.archive, place, names) ?? `${place}/${file ?? ''}`, reading);
      const given = reading.version === '2.0' ? visinfoOf20(root) : root;
      const bitmaps = await bitmapsIn(given, { guid, title: topic.title }, place, reading);
      files.push(...bitmaps.values());
      const node = upgraded(given, (reference) => bitmaps.get(reference)?.name);
      const isOnly = viewpoints.length === 1;
      const picture = await snapshotIn({ guid, snapshot, title: topic.title, isOnly }, place, reading);
      found.push({ guid, node, ...(picture === undefined ? {} : { snapshot: picture }) });
    } catch (error) {
      reading.faults.push(
        `${topic.title}: viewpoint ${guid}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return found;
}

/**
 * An entry by one of its names: in the folder of its topic, in the archive by its path, or anywhere when only one bears
 * the name. Programs move files about, and write names in other cases.
 */
function entryNamed({ names, has }: Archive, place: string, wanted: readonly (string | undefined)[]) {
  for (const name of wanted) {
    if (name === undefined) continue;
    const plain = posix.normalize(name.replaceAll('\\', '/'));
    const direct = [`${place}/${plain}`, plain].find(has);
    if (direct !== undefined) return direct;
    const last = posix.basename(plain).toLowerCase();
    const alike = names.filter((one) => posix.basename(one).toLowerCase() === last);
    const beside = alike.filter((one) => one.startsWith(`${place}/`));
    const [found] = beside.length === 1 ? beside : alike.length === 1 ? alike : [];
    if (found !== undefined && (beside.length === 1 || !isOfTopic(found, names))) return found;
  }
  return undefined;
}

/** Whether it lies in the folder of a topic, to which it belongs. */
const isOfTopic = (entry: string, names: readonly string[]): boolean =>
  entry.includes('/') && names.includes(`${entry.slice(0, entry.indexOf('/'))}/markup.bcf`);

interface Snapshot {
  readonly guid: string;
  /** As the markup names it. */
  readonly snapshot: string | undefined;
  readonly title: string;
  /** Whether the topic has no other viewpoint, whose picture it might be. */
  readonly isOnly: boolean;
}

/** The picture of a viewpoint, wherever it lies in the archive; its camera counts without one, too. */
async function snapshotIn(
  { guid, snapshot, title, isOnly }: Snapshot,
  place: string,
  reading: Reading,
): Promise<string | undefined> {
  const stems = isOnly ? [guid, 'snapshot'] : [guid];
  const usual = stems.flatMap((stem) => ['png', 'jpg', 'jpeg'].map((kind) => `${stem}.${kind}`));
  const entry = entryNamed(reading.archive, place, snapshot === undefined ? [] : [snapshot, ...usual]);
  const tell = (what: string) => reading.faults.push(`${title}: its picture ${snapshot} ${what}`);
  if (entry === undefined) {
    if (snapshot !== undefined) tell('is not in the file; its viewpoint has none');
    return undefined;
  }
  const path = await extracted(entry, reading);
  if ((await pictureKind(path)) === undefined) {
    tell('is no PNG or JPEG');
    return undefined;
  }
  if (await isTitlePicture(path)) return undefined;
  if (entry !== posix.normalize(`${place}/${snapshot}`)) tell(`was found as ${entry}`);
  return path;
}

/** The pictures that are drawn into a view, under names of ours, by the names that it gives them. */
async function bitmapsIn(
  node: XmlNode,
  { guid, title }: { readonly guid: string; readonly title: string },
  place: string,
  reading: Reading,
): Promise<ReadonlyMap<string, BcfFile>> {
  const all = [...childrenOf(node, 'Bitmap'), ...childrenOf(child(node, 'Bitmaps'), 'Bitmap')];
  const found = new Map<string, BcfFile>();
  for (const reference of new Set(all.map((one) => textOf(one, 'Reference') ?? ''))) {
    // some programs name it from the root of the file
    const entry = [`${place}/${reference}`, reference].map(posix.normalize).find(reading.archive.has);
    const path = entry === undefined ? undefined : await extracted(entry, reading);
    const kind = path && (await pictureKind(path));
    if (path && kind) found.set(reference, { name: `bitmap-${guid}-${found.size + 1}.${kind}`, path });
    else reading.faults.push(`${title}: the picture ${reference} in a view is not in the file, or no PNG or JPEG`);
  }
  return found;
}

/** What a topic keeps, with the file of its snippet under a name of ours. */
async function withSnippet({ topic }: Markup, place: string, files: BcfFile[], reading: Reading): Promise<XmlNode[]> {
  const nodes: XmlNode[] = [];
  for (const node of topic.kept.nodes) {
    const reference = textOf(node, 'Reference');
    const entry = posix.normalize(`${place}/${reference}`);
    if (node.name !== 'BimSnippet' || node.attributes.IsExternal === 'true' || !reading.archive.has(entry)) {
      nodes.push(node);
      continue;
    }
    const ending = /\.[A-Za-z0-9]{1,10}$/.exec(entry)?.[0] ?? '';
    const file = { name: `snippet${ending}`, path: await extracted(entry, reading) };
    files.push(file);
    const others = node.children.filter((one) => one.name !== 'Reference');
    const named = textNode('Reference', file.name);
    nodes.push(element(node.name, [named, ...others], node.attributes));
  }
  return nodes;
}

async function documentsIn({ documents, topic }: Markup, place: string, reading: Reading): Promise<BcfDocument[]> {
  const found: BcfDocument[] = [];
  for (const { guid, description, documentGuid, path } of documents) {
    const names = documentGuid
      ? [`documents/${documentGuid}`, `Documents/${documentGuid}`]
      : [posix.normalize(`${place}/${path ?? ''}`), path ?? ''];
    const entry = names.find((one) => reading.archive.has(one));
    if (entry === undefined) {
      reading.faults.push(`${topic.title}: the document ${path ?? documentGuid ?? ''} is not in the file`);
      continue;
    }
    const name = documentGuid ? (reading.documents.get(documentGuid) ?? documentGuid) : basename(entry);
    found.push({ guid, name, path: await extracted(entry, reading), ...(description ? { description } : {}) });
  }
  return found;
}

async function extracted(entry: string, { archive, folder, counter }: Reading): Promise<string> {
  const path = join(folder, `${counter.next++}`);
  await archive.extract(entry, path);
  return path;
}
