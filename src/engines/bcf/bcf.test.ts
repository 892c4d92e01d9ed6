import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { fc, holds } from '../../../test/support/chance.ts';
import { openArchive } from './archive.ts';
import type { BcfTopic } from './params.ts';
import { readBcf } from './read.ts';
import { choosingGuid, commentGuid, selected, topicGuid, version21, viewpointGuid, zipped } from './testing/files.ts';
import { schemaFaults } from './testing/schema.ts';
import { nodeOfView, viewOf } from './visinfo.ts';
import { writeBcf } from './write.ts';
import { readXml, xmlOf } from './xml.ts';

const root = mkdtempSync(join(tmpdir(), 'bcf-'));
after(() => rmSync(root, { recursive: true, force: true }));
const picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#123456' } })
  .png()
  .toBuffer();
const context = { progress() {}, log() {} };
let counter = 0;
const nothingSeen = nodeOfView('', { camera: undefined, selection: [], clips: [] });

async function read(input: string, limits: object = {}) {
  const folder = join(root, `read-${counter++}`);
  mkdirSync(folder);
  const output = join(root, `topics-${counter++}.jsonl`);
  const result = await readBcf({ input, output, folder, inflated: 2 ** 22, topics: 10, ...limits }, context);
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  return { ...result, all: lines.map((line): BcfTopic => JSON.parse(line)) };
}

async function write(topics: readonly BcfTopic[]): Promise<string> {
  const [input, output] = [join(root, `in-${counter++}.jsonl`), join(root, `out-${counter++}.bcf`)];
  writeFileSync(input, topics.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await writeBcf({ input, output, projectId: topicGuid, projectName: 'Harbour & house', bytes: 2 ** 22 });
  return output;
}

/** What of a file is against the published schemas. */
async function faultsOf(file: string): Promise<string[]> {
  const archive = await openArchive(file, 2 ** 22);
  const faults: string[] = [];
  for (const name of archive.names)
    if (/\.(bcf|bcfv|xml|version|bcfp)$/.test(name))
      faults.push(...schemaFaults(name, readXml(await archive.text(name))));
  archive.close();
  return faults;
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

const codeOf = (input: string, limits: object = {}) =>
  read(input, limits).then(
    () => 'read',
    (error: { code?: string }) => error.code ?? String(error),
  );

describe('BCF files', () => {
  it('of version 2.1, as other programs write them, are read without loss', async () => {
    const { version, topics, faults, all } = await read(await zipped(root, 'old.bcfzip', version21(picture)));
    assert.deepEqual([version, topics, faults], ['2.1', 1, []]);
    const [topic] = all;
    assert.ok(topic);
    assert.deepEqual(
      [topic.guid, topic.title, topic.type, topic.status, topic.priority, topic.labels, topic.stage, topic.assignedTo],
      [
        topicGuid,
        'Door & wall <clash>',
        'Clash',
        'Open',
        'High',
        ['Architecture', 'Structure'],
        'Execution',
        'nobody@example.com',
      ],
    );
    assert.equal(topic.description, 'The door does not open.\nLine two.');
    assert.deepEqual(topic.comments, [
      {
        guid: commentGuid,
        date: '2019-06-05T08:00:00Z',
        author: 'mason@example.com',
        text: 'Who moved it?',
        viewpoint: viewpointGuid,
      },
    ]);
    const [viewpoint] = topic.viewpoints;
    assert.deepEqual(readFileSync(viewpoint?.snapshot ?? ''), picture);
    const view = viewOf(viewpoint?.node ?? nothingSeen);
    assert.deepEqual(
      [view.selection, view.camera?.fieldOfView, view.camera?.viewPoint],
      [[selected], 60, { x: 12.5, y: -3.25, z: 4 }],
    );
    assert.deepEqual(view.clips, [{ location: { x: 1, y: 2, z: 3 }, direction: { x: 1, y: 0, z: 0 } }]);
    assert.deepEqual(
      topic.documents.map(({ name, description, path }) => [name, description, readFileSync(path, 'utf8')]),
      [['plan.txt', 'The plan', 'The plan itself']],
    );
    assert.deepEqual(
      topic.files.map(({ name, path }) => [name, readFileSync(path)]),
      [
        [`bitmap-${viewpointGuid}-1.png`, picture],
        ['snippet.ifc', Buffer.from('ISO-10303-21;')],
      ],
    );
    assert.deepEqual(viewOf(topic.viewpoints[1]?.node ?? nothingSeen), {
      camera: undefined,
      selection: [selected],
      clips: [],
    });
    assert.deepEqual(topic.modelNames, ['duplex.ifc']);
    assert.equal(topic.kept.attributes.ServerAssignedId, '42');
    assert.deepEqual(topic.kept.nodes.map(({ name }) => name).sort(), [
      'BimSnippet',
      'DocumentReferences',
      'Index',
      'ReferenceLinks',
      'RelatedTopics',
    ]);
  });

  it('that are written are valid, and read again as they were', async () => {
    const { all } = await read(await zipped(root, 'again.bcfzip', version21(picture)));
    const written = await write(all);
    assert.deepEqual(await faultsOf(written), []);
    const { version, all: again, faults: told } = await read(written);
    assert.deepEqual([version, told], ['3.0', []]);
    assert.deepEqual(again.map(plain), all.map(plain));
    assert.deepEqual(readFileSync(await write(again)), readFileSync(written));
  });

  it('keep whatever text there is, and members that nobody knows', async ({ name }) => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((one) => one.trim())
      .filter((one) => one !== '');
    await holds(
      'bcf',
      name,
      fc.tuple(text, text, fc.array(text, { maxLength: 3 })),
      async ([title, description, labels]) => {
        const topic: BcfTopic = {
          guid: topicGuid,
          title,
          type: 'Issue',
          status: 'Open',
          labels,
          description,
          creationDate: '2026-01-01T00:00:00Z',
          creationAuthor: 'a@example.com',
          comments: [],
          viewpoints: [],
          modelNames: [],
          documents: [],
          files: [],
          kept: {
            attributes: {},
            nodes: [{ name: 'Odd', attributes: { a: '"<&' }, children: [], text: 'x' }],
            files: [],
          },
        };
        const { all } = await read(await write([topic]));
        const {
          priority: _,
          modifiedDate: __,
          modifiedAuthor: ___,
          dueDate: ____,
          assignedTo: _____,
          stage: ______,
          ...back
        } = all[0] ?? topic;
        assert.deepEqual(back, topic);
      },
      { numRuns: 40, examples: [[['a\u2028b', 'c\u2029d', ['e\u2028f']]]] },
    );
  });

  it('that are none, are of another version, hold too much or lie are refused', async () => {
    writeFileSync(join(root, 'text.bcf'), 'text');
    assert.equal(await codeOf(join(root, 'text.bcf')), 'NotABcfFile');
    assert.equal(await codeOf(await zipped(root, 'a.bcf', { 'a.txt': 'a' })), 'NotABcfFile');
    assert.equal(
      await codeOf(await zipped(root, 'b.bcf', { 'bcf.version': '<Version VersionId="1.0"/>' })),
      'BcfVersion',
    );
    assert.equal(
      await codeOf(
        await zipped(root, 'c.bcf', { 'bcf.version': '<!DOCTYPE x [<!ENTITY a "b">]><Version VersionId="3.0"/>' }),
      ),
      'NotABcfFile',
    );
    assert.equal(
      await codeOf(await zipped(root, 'd.bcf', { ...version21(picture), big: Buffer.alloc(2 ** 23) })),
      'BcfTooLarge',
    );
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}/markup.bcf`, '<Markup/>']));
    assert.equal(
      await codeOf(await zipped(root, 'e.bcf', { 'bcf.version': '<Version VersionId="3.0"/>', ...many })),
      'BcfTooLarge',
    );
    const attributes = Array.from({ length: 100_000 }, (_, n) => ` a${n}="1"`).join('');
    const wide = { 'bcf.version': '<Version VersionId="3.0"/>', [`${topicGuid}/markup.bcf`]: `<Markup${attributes}/>` };
    const beyond = await read(await zipped(root, 'wide.bcf', wide));
    assert.deepEqual([beyond.topics, beyond.faults.length], [0, 1]);
    assert.match(beyond.faults[0] ?? '', /more than 1000 attributes/);
    const lying = readFileSync(
      await zipped(root, 'f.bcf', {
        'bcf.version': '<Version VersionId="3.0"/>',
        [`${topicGuid}/markup.bcf`]: Buffer.alloc(2 ** 21, '<a>'),
      }),
    );
    const at = lying.lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
    lying.writeUInt32LE(10, at + 24);
    writeFileSync(join(root, 'lying.bcf'), lying);
    const { topics, faults } = await read(join(root, 'lying.bcf'));
    assert.deepEqual([topics, faults.length], [0, 1]);
  });

  it('with topics at fault: these are told, the others are read; names of entries lead nowhere', async () => {
    const deep = '<a>'.repeat(5000) + '</a>'.repeat(5000);
    const { topics, faults, all } = await read(
      await zipped(root, 'faulty.bcf', {
        ...version21(picture),
        'x/markup.bcf': 'no xml <',
        'y/markup.bcf': deep,
        'z/markup.bcf': `<!DOCTYPE a><Markup/>`,
        'w/markup.bcf': `<Markup><Topic Guid="44444444-4444-4444-8444-444444444444"><Title>W</Title><DocumentReference Guid="55555555-5555-4555-8555-555555555555"><ReferencedDocument>../../../../etc/passwd</ReferencedDocument></DocumentReference></Topic></Markup>`,
      }),
    );
    assert.deepEqual([topics, faults.length], [2, 4]);
    assert.deepEqual(all.find(({ title }) => title === 'W')?.documents, []);
  });

  it('are valid whatever forms hold: no camera, ids of ours, times that are none', async () => {
    const node = nodeOfView(choosingGuid, { camera: undefined, selection: ['0x2f', selected], clips: [] });
    const topic: BcfTopic = {
      guid: topicGuid,
      title: ' ',
      type: '',
      status: '',
      labels: [' '],
      creationDate: '4 June 2019',
      creationAuthor: '',
      dueDate: 'soon',
      comments: [],
      viewpoints: [{ guid: choosingGuid, node }],
      modelNames: ['a.ifc'],
      documents: [],
      files: [],
      kept: { attributes: {}, nodes: [], files: [] },
    };
    const written = await write([topic]);
    assert.deepEqual(await faultsOf(written), []);
    const { all } = await read(written);
    assert.deepEqual(viewOf(all[0]?.viewpoints[0]?.node ?? nothingSeen), viewOf(node));
    assert.deepEqual([all[0]?.creationDate.slice(0, 4), all[0]?.dueDate], ['2019', undefined]);
  });

  it('are written with cameras that are read again, both kinds', () => {
    const point = { x: 1.25, y: -2, z: 3e-7 };
    for (const measure of [{ fieldOfView: 47.5 }, { viewToWorldScale: 12 }]) {
      const camera = { viewPoint: point, direction: { x: 0, y: 1, z: 0 }, up: { x: 0, y: 0, z: 1 }, ...measure };
      const view = { camera, selection: [selected], clips: [] };
      assert.deepEqual(viewOf(readXml(xmlOf(nodeOfView(viewpointGuid, view)))), view);
    }
  });
});
