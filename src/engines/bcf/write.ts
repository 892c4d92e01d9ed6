import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { jsonLinesIn } from '../../std/json-lines.ts';
import { EngineFailure } from '../engine.ts';
import { pictureKind } from './archive.ts';
import { markupOf } from './markup.ts';
import type { BcfDocument, BcfTopic, BcfWriterParams, BcfWriterResult } from './params.ts';
import { type DrawScene, sceneDrawer } from './scene-picture.ts';
import { titlePicture } from './title-picture.ts';
import { markupOf21, visinfoOf21 } from './version-2.1.ts';
import { bitmapsOf, completed } from './visinfo.ts';
import { element, textNode, textOf, type XmlNode, xmlOf } from './xml.ts';

/** The time of every entry, so that the same topics give the same bytes. */
const mtime = new Date(Date.UTC(2000, 0, 1));

/** Writes topics as a BCF file of version 3.0 or 2.1. */
export async function writeBcf(params: BcfWriterParams): Promise<BcfWriterResult> {
  const zip = new yazl.ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(params.output));
  const add = (name: string, node: XmlNode) => zip.addBuffer(Buffer.from(xmlOf(node)), name, { mtime });
  const isOld = params.version === '2.1';
  const version = isOld ? '2.1' : '3.0';
  add('bcf.version', element('Version', isOld ? [textNode('DetailedVersion', version)] : [], { VersionId: version }));
  const project = element('Project', [textNode('Name', params.projectName)], { ProjectId: params.projectId });
  add(
    'project.bcfp',
    isOld ? element('ProjectExtension', [project, element('ExtensionSchema')]) : element('ProjectInfo', [project]),
  );
  const all: BcfTopic[] = [];
  let left = params.bytes;
  const draw = sceneDrawer(params.geometry ?? {});
  for await (const topic of jsonLinesIn<BcfTopic>(params.input)) {
    all.push(topic);
    left -= await addTopic(zip, topic, { add, draw, naming: isOld ? oldNames(topic) : newNames });
    if (left < 0) throw new EngineFailure('BcfTooLarge', `The file is larger than ${params.bytes / 2 ** 20} MiB.`);
  }
  if (!isOld) add('extensions.xml', extensionsOf(all));
  const documents = all.flatMap((topic) => topic.documents);
  if (documents.length > 0 && !isOld) add('documents.xml', documentsNode(documents));
  zip.end();
  await written;
  const { size } = await stat(params.output);
  if (size > params.bytes)
    throw new EngineFailure('BcfTooLarge', `The file is larger than ${params.bytes / 2 ** 20} MiB.`);
  return { size };
}

/** How a version calls the files of a topic, and what it makes of the elements of 3.0. */
interface Naming {
  /** Of the files of a viewpoint, without their ends. */
  view(guid: string): string;
  picture(guid: string): string;
  /** In the archive. */
  document(document: BcfDocument): string;
  viewNode(node: XmlNode): XmlNode;
  markup(node: XmlNode, snapshots: ReadonlyMap<string, string>): XmlNode;
}

const newNames: Naming = {
  view: (guid) => guid,
  picture: (guid) => guid,
  document: ({ guid }) => `documents/${guid}`,
  viewNode: (node) => node,
  markup: (node) => node,
};

/** Of 2.1, whose readers look for the first viewpoint under the name that it had in 1.0. */
function oldNames(topic: BcfTopic): Naming {
  const [first] = topic.viewpoints;
  const view = (guid: string) => (guid === first?.guid ? 'viewpoint' : guid);
  // a document keeps its name, which is all that 2.1 knows of it
  const documentName = ({ guid, name }: BcfDocument) => `${guid}/${name.replaceAll(/[\\/:*?"<>|]/g, '_')}`;
  const document = (one: BcfDocument) => `documents/${documentName(one)}`;
  return {
    view,
    picture: (guid) => (guid === first?.guid ? 'snapshot' : guid),
    document,
    viewNode: visinfoOf21,
    markup: (node, snapshots) =>
      markupOf21(node, {
        viewpoint: (guid) => `${view(guid)}.bcfv`,
        snapshot: (guid) => snapshots.get(guid),
        document(guid) {
          const found = topic.documents.find((one) => one.guid === guid);
          return found === undefined ? guid : `../${document(found)}`;
        },
      }),
  };
}

interface Writing {
  readonly naming: Naming;
  readonly draw: DrawScene;
  add(name: string, node: XmlNode): void;
}

/** Answers how many bytes came. */
async function addTopic(zip: yazl.ZipFile, topic: BcfTopic, { add, draw, naming }: Writing): Promise<number> {
  const snapshots = new Map<string, string>();
  const files = new Set(topic.files.map(({ name }) => name));
  let size = await addFiles(zip, topic);
  for (const viewpoint of topic.viewpoints) {
    const { guid, node, snapshot } = viewpoint;
    add(`${topic.guid}/${naming.view(guid)}.bcfv`, naming.viewNode(completed(node, guid, files)));
    const kind = snapshot === undefined ? undefined : await pictureKind(snapshot);
    const name = `${naming.picture(guid)}.${kind ?? 'png'}`;
    snapshots.set(guid, name);
    const options = { compress: false, mtime, mode: 0o100644 };
    if (snapshot !== undefined && kind !== undefined) {
      zip.addFile(snapshot, `${topic.guid}/${name}`, options);
      size += (await stat(snapshot)).size;
    } else {
      const picture = (await draw(viewpoint)) ?? (await titlePicture(topic.title));
      zip.addBuffer(picture, `${topic.guid}/${name}`, options);
      size += picture.length;
    }
  }
  for (const document of topic.documents) {
    zip.addFile(document.path, naming.document(document), { mtime, mode: 0o100644 });
    size += (await stat(document.path)).size;
  }
  const markup = markupOf(topic, { snapshot: (guid) => snapshots.get(guid), document: (guid) => guid });
  add(`${topic.guid}/markup.bcf`, naming.markup(markup, snapshots));
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
