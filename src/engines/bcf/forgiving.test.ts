import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import type { BcfTopic } from './params.ts';
import { readBcf } from './read.ts';
import { selected, topicGuid, version21, viewpointGuid, zipped } from './testing/files.ts';
import { viewOf } from './visinfo.ts';
import { child, childrenOf, textOf } from './xml.ts';

const root = mkdtempSync(join(tmpdir(), 'bcf-'));
after(() => rmSync(root, { recursive: true, force: true }));
const pictureOf = (background: string) =>
  sharp({ create: { width: 8, height: 6, channels: 3, background } })
    .png()
    .toBuffer();
const picture = await pictureOf('#123456');
const other = await pictureOf('#654321');
const context = { progress() {}, log() {} };
let counter = 0;

async function read(entries: Record<string, string | Buffer>) {
  const folder = join(root, `read-${counter++}`);
  const output = join(root, `topics-${counter++}.jsonl`);
  const input = await zipped(root, `${counter++}.bcf`, entries);
  mkdirSync(folder);
  const result = await readBcf({ input, output, folder, inflated: 2 ** 22, topics: 10 }, context);
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  const [topic] = lines.map((line): BcfTopic => JSON.parse(line));
  assert.ok(topic, result.faults.join());
  return { topic, faults: result.faults };
}

const [markup, view, shot] = ['markup.bcf', 'viewpoint.bcfv', 'snapshot.png'].map((name) => `${topicGuid}/${name}`);

/** The file of version 2.1 with entries of other names or contents; undefined: without. */
function changed(changes: Record<string, string | Buffer | undefined>): Record<string, string | Buffer> {
  const entries = { ...version21(picture), ...changes };
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
const text = (name = '') => String(version21(picture)[name]).replace('\uFEFF', '');
const firstOf = ({ viewpoints }: BcfTopic) => viewpoints.find(({ guid }) => guid === viewpointGuid);

describe('a BCF file that is not as it must be', () => {
  it('is read with an empty line or a byte order mark before the XML declaration', async () => {
    const whole = await read(version21(picture));
    for (const before of ['\n', '\r\n \t', '\uFEFF\n', '\uFEFF']) {
      const { topic, faults } = await read(
        changed({ [markup ?? '']: `${before}${text(markup)}`, 'bcf.version': `${before}${text('bcf.version')}` }),
      );
      assert.deepEqual(topic.kept, whole.topic.kept);
      assert.equal(topic.comments.length, 1);
      assert.equal(faults.length, whole.faults.length + (before.trim() === '' && before !== '\uFEFF' ? 1 : 0), before);
    }
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text(markup), 'utf16le')]);
    assert.equal((await read(changed({ [markup ?? '']: wide }))).topic.title, 'Door & wall <clash>');
  });

  it('is read out of the folder that was packed with it, and without a version, which is told', async () => {
    const whole = await read(version21(picture));
    const packed = Object.fromEntries(
      Object.entries(version21(picture)).map(([name, value]) => [`My issues/${name}`, value]),
    );
    const { topic, faults } = await read({ ...packed, '__MACOSX/My issues/._bcf.version': 'x' });
    assert.deepEqual(topic.kept, whole.topic.kept);
    assert.ok(firstOf(topic)?.snapshot);
    assert.deepEqual(faults, whole.faults);
    const unversioned = await read(changed({ 'bcf.version': undefined }));
    assert.deepEqual(unversioned.topic.comments, whole.topic.comments);
    assert.match(unversioned.faults.join(), /names no version; it is read as 2\.1/);
  });

  it('keeps a viewpoint and its camera whose picture is missing, elsewhere or of another name', async () => {
    const { faults: usual } = await read(version21(picture));
    for (const [changes, expected, fault] of [
      [{ [shot ?? '']: undefined }, undefined, /picture snapshot\.png is not in the file; its viewpoint has none/],
      [{ [shot ?? '']: undefined, 'snapshot.png': picture }, picture, /was found as snapshot\.png/],
      [{ [shot ?? '']: undefined, [`${topicGuid}/Snapshot.PNG`]: picture }, picture, /was found as .*Snapshot\.PNG/],
      [{ [shot ?? '']: undefined, [`${topicGuid}/${viewpointGuid}.png`]: other }, other, /was found as .*\.png/],
      [{ [shot ?? '']: undefined, 'pictures/snapshot.png': picture }, picture, /was found as pictures/],
      [{ [shot ?? '']: 'GIF89a' }, undefined, /is no PNG or JPEG/],
    ] as const) {
      const { topic, faults } = await read(changed(changes));
      const found = firstOf(topic);
      assert.ok(found, faults.join());
      assert.deepEqual(viewOf(found.node).camera?.viewPoint, { x: 12.5, y: -3.25, z: 4 });
      assert.deepEqual(found.snapshot && readFileSync(found.snapshot), expected);
      assert.equal(faults.length, usual.length + 1);
      assert.match(faults.join(), fault);
    }
  });

  it('never takes the picture of another topic or viewpoint', async () => {
    const elsewhere = 'bbbbbbbb-7f8d-4b5e-9a3c-0f6a1c2b3d4e';
    const { topic } = await read(
      changed({
        [shot ?? '']: undefined,
        [`${elsewhere}/snapshot.png`]: other,
        [`${elsewhere}/markup.bcf`]: text(markup).replace(topicGuid.toUpperCase(), elsewhere),
      }),
    );
    assert.deepEqual([firstOf(topic)?.guid, firstOf(topic)?.snapshot], [viewpointGuid, undefined]);
    const two = text(markup).replace('<Viewpoint>choosing.bcfv</Viewpoint>', '$&<Snapshot>gone.png</Snapshot>');
    const { topic: both } = await read(changed({ [markup ?? '']: two }));
    assert.equal(both.viewpoints.filter(({ snapshot }) => snapshot !== undefined).length, 1);
  });

  it('finds a viewpoint whose file has another name', async () => {
    const { topic } = await read(changed({ [view ?? '']: undefined, 'Viewpoint.bcfv': text(view) }));
    assert.ok(firstOf(topic)?.snapshot);
    const unnamed = text(markup).replace('<Viewpoint>viewpoint.bcfv</Viewpoint>', '');
    assert.ok(firstOf((await read(changed({ [markup ?? '']: unnamed }))).topic));
  });
});

describe('a BCF file of version 2.0', () => {
  const version20 = {
    'bcf.version': '<?xml version="1.0"?><Version VersionId="2.0"><DetailedVersion>2.0</DetailedVersion></Version>',
    [markup ?? '']: `<?xml version="1.0"?><Markup><Header><File><Filename>duplex.ifc</Filename></File></Header>
<Topic Guid="${topicGuid}" TopicType="Clash" TopicStatus="Open"><Title>Door</Title><Index>2</Index><Labels>Structure</Labels>
<CreationDate>2014-06-04T12:00:00Z</CreationDate><CreationAuthor>mason@example.com</CreationAuthor>
<DocumentReferences Guid="11111111-1111-4111-8111-111111111111" isExternal="false"><ReferencedDocument>../plan.txt</ReferencedDocument><Description>The plan</Description></DocumentReferences>
<RelatedTopics Guid="aaaaaaaa-3333-4333-8333-333333333333"/></Topic>
<Comment Guid="780fb7bc-6b5c-4b33-8e5c-1d4ca5a1b8d3"><VerbalStatus>Open</VerbalStatus><Status>Error</Status><Date>2014-06-05T08:00:00Z</Date><Author>mason@example.com</Author><Comment>Who moved it?</Comment><Topic Guid="${topicGuid}"/><Viewpoint Guid="${viewpointGuid}"/></Comment>
<Viewpoints Guid="${viewpointGuid}"><Viewpoint>viewpoint.bcfv</Viewpoint><Snapshot>snapshot.png</Snapshot></Viewpoints></Markup>`,
    [view ?? '']:
      `<VisualizationInfo><Components DefaultVisibilityComponents="true" DefaultVisibilitySpaces="false"><Component IfcGuid="${selected}" Selected="true" Visible="true" Color="FF00FF00"><OriginatingSystem>Cad</OriginatingSystem><AuthoringToolId>12</AuthoringToolId></Component><Component IfcGuid="0M6o7Znnv7hxsbWgeu7oQq" Selected="false" Visible="false"/></Components>
${/<PerspectiveCamera>.*<\/PerspectiveCamera>/.exec(text(view))?.[0]}</VisualizationInfo>`,
    [shot ?? '']: picture,
    'plan.txt': 'The plan itself',
  };

  it('is read with its documents, related topics, comments and their status', async () => {
    const { topic, faults } = await read(version20);
    assert.deepEqual(faults, []);
    assert.deepEqual([topic.title, topic.labels, topic.modelNames], ['Door', ['Structure'], ['duplex.ifc']]);
    assert.deepEqual(
      topic.documents.map(({ name, description }) => [name, description]),
      [['plan.txt', 'The plan']],
    );
    assert.deepEqual(
      topic.kept.nodes.map(({ name }) => name),
      ['Index', 'RelatedTopics'],
    );
    assert.deepEqual(
      topic.comments.map((one) => [one.text, one.viewpoint]),
      [['Who moved it?\n[Open, Error]', viewpointGuid]],
    );
  });

  it('has the pictures in its views, by names from the root of the file, too', async () => {
    const place =
      '<Location><X>1</X><Y>2</Y><Z>3</Z></Location><Normal><X>0</X><Y>-1</Y><Z>0</Z></Normal><Up><X>0</X><Y>0</Y><Z>1</Z></Up><Height>1.5</Height>';
    const bitmap = (name: string) => `<Bitmaps><Bitmap>PNG</Bitmap><Reference>${name}</Reference>${place}</Bitmaps>`;
    const drawn = `${bitmap('cloud.png')}${bitmap(`${topicGuid}/arrow.png`)}</VisualizationInfo>`;
    const { topic, faults } = await read({
      ...version20,
      [view ?? '']: String(version20[view ?? '']).replace('</VisualizationInfo>', drawn),
      [`${topicGuid}/cloud.png`]: picture,
      [`${topicGuid}/arrow.png`]: other,
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(
      topic.files.map(({ path }) => readFileSync(path)),
      [picture, other],
    );
    const bitmaps = childrenOf(child(topic.viewpoints[0]?.node, 'Bitmaps'), 'Bitmap');
    assert.deepEqual(
      bitmaps.map((one) => textOf(one, 'Reference')),
      topic.files.map(({ name }) => name),
    );
  });

  it('has its selected, hidden and coloured components, and its camera', async () => {
    const [viewpoint] = (await read(version20)).topic.viewpoints;
    assert.ok(viewpoint?.snapshot);
    const found = viewOf(viewpoint.node);
    assert.deepEqual([found.selection, found.camera?.viewPoint.x], [[selected], 12.5]);
    const components = child(viewpoint.node, 'Components');
    const visibility = child(components, 'Visibility');
    const names = (node: typeof components) =>
      childrenOf(node, 'Component').map(({ attributes }) => attributes.IfcGuid);
    assert.equal(visibility?.attributes.DefaultVisibility, 'true');
    assert.deepEqual(names(child(visibility, 'Exceptions')), ['0M6o7Znnv7hxsbWgeu7oQq']);
    assert.deepEqual(child(visibility, 'ViewSetupHints')?.attributes, { SpacesVisible: 'false' });
    const [color] = childrenOf(child(components, 'Coloring'), 'Color');
    assert.deepEqual([color?.attributes.Color, names(child(color, 'Components'))], ['FF00FF00', [selected]]);
  });
});
