import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { jsonLinesIn } from '../../kernel/std/json-lines.ts';
import { EngineFailure } from '../engine.ts';
import { pictureKind } from './archive.ts';
import { markupOf } from './markup.ts';
import type { BcfTopic, BcfWriterParams, BcfWriterResult } from './params.ts';
import { bitmapsOf, completed } from './visinfo.ts';
import { element, textNode, textOf, type XmlNode, xmlOf } from './xml.ts';

/** The time of every entry, so that the same topics give the same bytes. */
const mtime = new Date(Date.UTC(2000, 0, 1));

/** Writes topics as a BCF 3.0 file. */
export async function writeBcf(params: BcfWriterParams): Promise<BcfWriterResult> {
  const zip = new yazl.ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(params.output));
  const add = (name: string, node: XmlNode) => zip.addBuffer(Buffer.from(xmlOf(node)), name, { mtime });
  add('bcf.version', element('Version', [], { VersionId: '3.0' }));
  const project = element('Project', [textNode('Name', params.projectName)], { ProjectId: params.projectId });
  add('project.bcfp', element('ProjectInfo', [project]));
  const all: BcfTopic[] = [];
  let left = params.bytes;
  for await (const topic of jsonLinesIn<BcfTopic>(params.input)) {
    all.push(topic);
    left -= await addTopic(zip, topic, add);
    if (left < 0) throw new EngineFailure('BcfTooLarge', `The file is larger than ${params.bytes / 2 ** 20} MiB.`);
  }
  add('extensions.xml', extensionsOf(all));
  const documents = all.flatMap((topic) => topic.documents);
  if (documents.length > 0) add('documents.xml', documentsNode(documents));
  zip.end();
  await written;
  const { size } = await stat(params.output);
  if (size > params.bytes)
    throw new EngineFailure('BcfTooLarge', `The file is larger than ${params.bytes / 2 ** 20} MiB.`);
  return { size };
}

/** Answers how many bytes came. */
async function addTopic(
  zip: yazl.ZipFile,
  topic: BcfTopic,
  add: (name: string, node: XmlNode) => void,
): Promise<number> {
  const snapshots = new Map<string, string>();
  const files = new Set(topic.files.map(({ name }) => name));
  let size = await addFiles(zip, topic);
  for (const { guid, node, snapshot } of topic.viewpoints) {
    add(`${topic.guid}/${guid}.bcfv`, completed(node, guid, files));
    const kind = snapshot === undefined ? undefined : await pictureKind(snapshot);
    if (snapshot === undefined || kind === undefined) continue;
    snapshots.set(guid, `${guid}.${kind}`);
    zip.addFile(snapshot, `${topic.guid}/${guid}.${kind}`, { compress: false, mtime, mode: 0o100644 });
    size += (await stat(snapshot)).size;
  }
  for (const { guid, path } of topic.documents) {
    zip.addFile(path, `documents/${guid}`, { mtime, mode: 0o100644 });
    size += (await stat(path)).size;
  }
  add(
    `${topic.guid}/markup.bcf`,
    markupOf(topic, { snapshot: (guid) => snapshots.get(guid), document: (guid) => guid }),
  );
  return size;
}

/** What viewpoints and the snippet of a topic name. Answers how many bytes came. */
async function addFiles(zip: yazl.ZipFile, { guid, files, viewpoints, kept }: BcfTopic): Promise<number> {
  const references = kept.nodes.flatMap((node) => textOf(node, 'Reference') ?? []);
  const named = new Set([...references, ...viewpoints.flatMap(({ node }) => bitmapsOf(node))]);
  let size = 0;
  for (const { name, path } of files.filter((one) => named.has(one.name))) {
    zip.addFile(path, `${guid}/${name}`, { mtime, mode: 0o100644 });
    size += (await stat(path)).size;
  }
  return size;
}

/** The words that the topics use. */
function extensionsOf(topics: readonly BcfTopic[]): XmlNode {
  const list = (outer: string, inner: string, values: readonly (string | undefined)[]) => {
    const words = [...new Set(values)].flatMap((one) => textNode(inner, one) ?? []);
    return words.length > 0 ? element(outer, words) : undefined;
  };
  return element('Extensions', [
    list(
      'TopicTypes',
      'TopicType',
      topics.map(({ type }) => type || 'Issue'),
    ),
    list(
      'TopicStatuses',
      'TopicStatus',
      topics.map(({ status }) => status || 'Open'),
    ),
    list(
      'Priorities',
      'Priority',
      topics.map(({ priority }) => priority),
    ),
    list(
      'TopicLabels',
      'TopicLabel',
      topics.flatMap(({ labels }) => labels),
    ),
    list(
      'Users',
      'User',
      topics.flatMap((one) => [one.creationAuthor, one.assignedTo]),
    ),
    list(
      'Stages',
      'Stage',
      topics.map(({ stage }) => stage),
    ),
  ]);
}

const documentsNode = (documents: BcfTopic['documents']): XmlNode =>
  element('DocumentInfo', [
    element(
      'Documents',
      documents.map(({ guid, name, description }) =>
        element('Document', [textNode('Filename', name), textNode('Description', description)], { Guid: guid }),
      ),
    ),
  ]);
