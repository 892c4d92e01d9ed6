import { appendFile, writeFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import type { EngineContext } from '../engine.ts';
import { EngineFailure } from '../engine.ts';
import { type Archive, openArchive, pictureKind } from './archive.ts';
import { guidIn } from './guid.ts';
import { type Markup, readMarkup } from './markup.ts';
import type { BcfDocument, BcfFile, BcfReaderParams, BcfReaderResult, BcfTopic, BcfViewpoint } from './params.ts';
import { upgraded } from './visinfo.ts';
import { child, childrenOf, element, readXml, textNode, textOf, type XmlNode } from './xml.ts';

const mostFaults = 50;
const versions = ['2.1', '3.0'];

/** What is known while a file is read. */
interface Reading {
  readonly archive: Archive;
  readonly folder: string;
  readonly counter: { next: number };
  readonly faults: string[];
  /** Names of documents by their guid, of version 3.0. */
  readonly documents: ReadonlyMap<string, string>;
}

/** Reads the topics of a BCF file; one that is at fault is left out and told, the others are read. */
export async function readBcf(params: BcfReaderParams, context: EngineContext): Promise<BcfReaderResult> {
  const archive = await openArchive(params.input, params.inflated);
  try {
    const version = await versionOf(archive);
    const markups = archive.names.filter((name) => /^[^/]+\/markup\.bcf$/.test(name));
    if (markups.length > params.topics) {
      throw new EngineFailure('BcfTooLarge', `The file has more than ${params.topics} topics.`);
    }
    const faults: string[] = [];
    const documents = await documentNames(archive);
    const reading: Reading = { archive, folder: params.folder, counter: { next: 0 }, faults, documents };
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

async function versionOf(archive: Archive): Promise<string> {
  if (!archive.has('bcf.version'))
    throw new EngineFailure('NotABcfFile', 'The file is no BCF file: it names no version.');
  try {
    const version = readXml(await archive.text('bcf.version')).attributes.VersionId ?? '';
    if (versions.includes(version)) return version;
    throw new EngineFailure('BcfVersion', `BCF files of version ${version} are not read, those of 2.1 and 3.0 are.`);
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
  const markup = readMarkup(readXml(await reading.archive.text(name)));
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

async function viewpointsIn(
  { viewpoints, topic }: Markup,
  place: string,
  files: BcfFile[],
  reading: Reading,
): Promise<BcfViewpoint[]> {
  const found: BcfViewpoint[] = [];
  for (const { guid, file, snapshot } of viewpoints) {
    try {
      const given = readXml(await reading.archive.text(`${place}/${file ?? `${guid}.bcfv`}`));
      const bitmaps = await bitmapsIn(given, { guid, title: topic.title }, place, reading);
      files.push(...bitmaps.values());
      const node = upgraded(given, (reference) => bitmaps.get(reference)?.name);
      const path = snapshot && (await extracted(`${place}/${snapshot}`, reading));
      const isPicture = path && (await pictureKind(path)) !== undefined;
      if (path && !isPicture) reading.faults.push(`${topic.title}: its picture ${snapshot} is no PNG or JPEG`);
      found.push({ guid, node, ...(isPicture ? { snapshot: path } : {}) });
    } catch (error) {
      reading.faults.push(
        `${topic.title}: viewpoint ${guid}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return found;
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
    const entry = posix.normalize(`${place}/${reference}`);
    const path = reading.archive.has(entry) ? await extracted(entry, reading) : undefined;
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
