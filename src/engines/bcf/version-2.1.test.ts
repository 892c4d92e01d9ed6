import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { openArchive } from './archive.ts';
import type { BcfTopic, BcfWriterParams } from './params.ts';
import { readBcf } from './read.ts';
import { choosingGuid, topicGuid, version21, viewpointGuid, zipped } from './testing/files.ts';
import { writeBcf } from './write.ts';
import { child, childrenOf, readXml, textOf, type XmlNode } from './xml.ts';

const root = mkdtempSync(join(tmpdir(), 'bcf-'));
after(() => rmSync(root, { recursive: true, force: true }));
const picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#123456' } })
  .png()
  .toBuffer();
const context = { progress() {}, log() {} };
let counter = 0;

async function read(input: string) {
  const folder = join(root, `read-${counter++}`);
  mkdirSync(folder);
  const output = join(root, `topics-${counter++}.jsonl`);
  const { version, faults } = await readBcf({ input, output, folder, inflated: 2 ** 22, topics: 10 }, context);
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  return { version, faults, all: lines.map((line): BcfTopic => JSON.parse(line)) };
}

async function write(topics: readonly BcfTopic[], version: BcfWriterParams['version']): Promise<string> {
  const [input, output] = [join(root, `in-${counter++}.jsonl`), join(root, `out-${counter++}.bcf`)];
  writeFileSync(input, topics.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const more = version === undefined ? {} : { version };
  await writeBcf({ input, output, projectId: topicGuid, projectName: 'House', bytes: 2 ** 22, ...more });
  return output;
}

/** A topic without the places of its files, whose contents stand for them. */
const plain = (topic: BcfTopic) => ({
  ...topic,
  viewpoints: topic.viewpoints.map((one) => ({
    ...one,
    snapshot: one.snapshot && readFileSync(one.snapshot, 'base64'),
  })),
  documents: topic.documents.map((one) => ({ ...one, path: readFileSync(one.path, 'base64') })),
  files: topic.files.map((one) => ({ ...one, path: readFileSync(one.path, 'base64') })),
});

const names = (node: XmlNode | undefined) => node?.children.map(({ name }) => name);
const original = async () => (await read(await zipped(root, `${counter++}.bcf`, version21(picture)))).all;

describe('a BCF file that is written as 2.1', () => {
  it('is read again with all that it had, and as 3.0, too', async () => {
    const topics = await original();
    const old = await read(await write(topics, '2.1'));
    assert.deepEqual([old.version, old.faults], ['2.1', []]);
    assert.deepEqual(old.all.map(plain), topics.map(plain));
    const again = await read(await write(old.all, '3.0'));
    const back = await read(await write(again.all, '2.1'));
    assert.deepEqual(back.all.map(plain), topics.map(plain));
  });

  it('has its elements in the order and by the names of 2.1', async () => {
    const archive = await openArchive(await write(await original(), '2.1'), 2 ** 22);
    const markup = readXml(await archive.text(`${topicGuid}/markup.bcf`));
    assert.deepEqual(names(markup), ['Header', 'Topic', 'Comment', 'Viewpoints', 'Viewpoints']);
    assert.deepEqual(names(child(markup, 'Topic')), [
      'ReferenceLink',
      'ReferenceLink',
      'Title',
      'Priority',
      'Index',
      'Labels',
      'Labels',
      'CreationDate',
      'CreationAuthor',
      'DueDate',
      'AssignedTo',
      'Stage',
      'Description',
      'BimSnippet',
      'DocumentReference',
      'DocumentReference',
      'RelatedTopic',
    ]);
    const view = readXml(await archive.text(`${topicGuid}/viewpoint.bcfv`));
    assert.deepEqual(names(view), ['Components', 'PerspectiveCamera', 'ClippingPlanes', 'Bitmap']);
    assert.deepEqual(names(child(view, 'Components')), ['ViewSetupHints', 'Selection', 'Visibility', 'Coloring']);
    assert.deepEqual(names(child(view, 'PerspectiveCamera'))?.at(-1), 'FieldOfView');
    const project = readXml(await archive.text('project.bcfp'));
    assert.deepEqual([project.name, names(project)], ['ProjectExtension', ['Project', 'ExtensionSchema']]);
    assert.ok(!archive.has('extensions.xml') && !archive.has('documents.xml'));
    archive.close();
  });

  it('calls the first viewpoint viewpoint.bcfv, and gives each a picture', async () => {
    const file = await write(await original(), '2.1');
    const archive = await openArchive(file, 2 ** 22);
    const viewpoints = childrenOf(readXml(await archive.text(`${topicGuid}/markup.bcf`)), 'Viewpoints');
    assert.deepEqual(
      viewpoints.map((one) => [one.attributes.Guid, textOf(one, 'Viewpoint'), textOf(one, 'Snapshot')]),
      [
        [viewpointGuid, 'viewpoint.bcfv', 'snapshot.png'],
        [choosingGuid, `${choosingGuid}.bcfv`, `${choosingGuid}.png`],
      ],
    );
    const drawn = join(root, 'drawn.png');
    await archive.extract(`${topicGuid}/${choosingGuid}.png`, drawn);
    archive.close();
    const { width, height, format } = await sharp(drawn).metadata();
    assert.deepEqual([format, width, height], ['png', 800, 600]);
    // letters were drawn on the ground
    assert.ok((await sharp(drawn).stats()).channels.slice(0, 3).every(({ min, max }) => max - min > 100));
    assert.deepEqual(readFileSync(await write(await original(), '2.1')), readFileSync(file));
  });
});

it('a BCF file of version 3.0 has a picture for each viewpoint, and one with the title is not kept when it comes back', async () => {
  const topics = await original();
  const file = await write(topics, undefined);
  const archive = await openArchive(file, 2 ** 22);
  assert.ok(archive.has(`${topicGuid}/${viewpointGuid}.png`) && archive.has(`${topicGuid}/${choosingGuid}.png`));
  archive.close();
  const { all, faults } = await read(file);
  assert.deepEqual(faults, []);
  assert.deepEqual(all.map(plain), topics.map(plain));
});

it('a field of view that 2.1 has no room for is the nearest one', async () => {
  const [topic] = await original();
  assert.ok(topic);
  const wide = JSON.parse(JSON.stringify(topic).replace('"text":"60"', '"text":"90"'));
  const archive = await openArchive(await write([wide], '2.1'), 2 ** 22);
  const view = readXml(await archive.text(`${topicGuid}/viewpoint.bcfv`));
  archive.close();
  assert.equal(textOf(child(view, 'PerspectiveCamera'), 'FieldOfView'), '60');
});
