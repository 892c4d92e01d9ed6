import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import yauzl from 'yauzl';
import yazl from 'yazl';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { afterJob, type Fixture, fileText, fixtureOf, made, send } from '../testing/fixture.ts';

const documentId = '11111111-2222-4333-8444-555555555555';

async function exported(fixture: Fixture, who = fixture.reader): Promise<Buffer> {
  const { p, catalog } = fixture;
  const { job } = await made(p, who, `POST /library/catalogs/${catalog}/export`);
  const ended = await afterJob(fixture, `/library/jobs/${job.id}`);
  assert.deepEqual([ended.status, ended.error, ended.progress], ['Success', null, 100]);
  return Buffer.from(await (await fetch(ended._links.file.href)).arrayBuffer());
}

/** Sends an archive; answers the job once it has ended. */
async function imported(fixture: Fixture, archive: Buffer) {
  const { job, _links } = await made(fixture.p, fixture.writer, 'POST /library/catalogs/import', { fileName: 'a.zip' });
  assert.equal((await send(fixture.p, _links.uploadUrl.href, archive)).status, 201);
  const ended = await afterJob(fixture, `/library/jobs/${job.id}`);
  assert.equal((await send(fixture.p, _links.uploadUrl.href, 'again')).status, 404);
  return ended;
}

async function entriesIn(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(archive, { lazyEntries: true });
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return found;
}

type Entries = readonly (readonly [name: string, content: string | Buffer])[];

async function zipOf(entries: Entries, compress = false): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name, { compress });
  zip.end();
  return buffer(zip.outputStream);
}

/** The same with another text of the same length in the names of its entries, which the writer would refuse. */
const renamed = async (zip: Promise<Buffer>, from: string, to: string): Promise<Buffer> =>
  Buffer.from((await zip).toString('latin1').replaceAll(from, to), 'latin1');

const lamp = { displayName: 'Lamp', documents: [], variations: [], webLinks: [] };
const text = (change: object = {}) =>
  JSON.stringify({
    version: 1,
    catalog: { displayName: 'Lamps' },
    documents: [],
    webLinks: [],
    components: [lamp],
    ...change,
  });
const file = { id: documentId, displayName: 'Lamp', extension: 'rfa', purpose: 'Design', version: '1', isActive: true };

async function everything({ p, reader }: Fixture) {
  const count = async (what: string) => (await made(p, reader, `GET /library/${what}`))[what].length;
  return Promise.all(['components', 'catalogs', 'categories', 'manufacturers', 'applications'].map(count));
}

eachPlatform('catalogs as archives', (platform) => {
  it('leave with everything that has a file, and come again as something new', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, reader, writer, component, design, catalog, category } = fixture;
    const archive = await exported(fixture);
    const entries = await entriesIn(archive);
    assert.deepEqual([...entries.keys()], ['catalog.json', `files/${design}`]);
    assert.equal(entries.get(`files/${design}`)?.toString(), fileText);
    const said = JSON.parse(String(entries.get('catalog.json')));
    assert.deepEqual(
      [said.version, said.components.length, said.components[0].category],
      [1, 1, { displayName: 'Doors' }],
    );
    assert.ok(!String(entries.get('catalog.json')).includes(category), 'words are told by value');

    const before = await everything(fixture);
    const job = await imported(fixture, archive);
    assert.deepEqual([job.status, job.error, job.type], ['Success', null, 'CatalogImport']);
    const [components = 0, catalogs = 0, ...words] = before;
    assert.deepEqual(await everything(fixture), [components + 1, catalogs + 1, ...words]);
    const { catalog: come } = await made(p, reader, `GET ${job._links.catalog.href}`);
    assert.notEqual(come.id, catalog);
    assert.deepEqual([come.displayName, come.region, come.hashtags], ['Doors (2)', 'North', ['wood']]);
    const { webLinks } = await made(p, reader, `GET /library/catalogs/${come.id}/weblinks`);
    assert.deepEqual(webLinks.length, 1);
    const list = await made(p, reader, `GET /library/components?catalogs=${come.id}`);
    const [{ id }] = list.components;
    assert.notEqual(id, component);
    const one = (await made(p, reader, `GET /library/components/${id}`)).component;
    const former = (await made(p, reader, `GET /library/components/${component}`)).component;
    assert.deepEqual([one.displayName, one.state, one.hashtags], [former.displayName, 'Draft', former.hashtags]);
    for (const word of ['category', 'manufacturer', 'application'])
      assert.deepEqual(one._links[word], former._links[word]);
    const { documents } = await made(p, reader, `GET /library/components/${id}/documents`);
    assert.deepEqual([documents.length, documents[0].size, documents[0].available], [1, fileText.length, true]);
    assert.equal(await (await fetch(documents[0]._links.fileUrl.href)).text(), fileText);
    const { variations } = await made(p, reader, `GET /library/components/${id}/variations`);
    assert.ok(variations[0]._links.associatedDesignDocument.href.endsWith(documents[0].id));
    assert.deepEqual(variations[0].adHocProperties[0].value, '0.9');

    await made(p, writer, `DELETE /library/components/${component}`).catch(() => {});
    const again = await imported(fixture, archive);
    assert.equal((await made(p, reader, `GET ${again._links.catalog.href}`)).catalog.displayName, 'Doors (3)');
  });

  it('that are broken or hostile end in a sentence that names the entry, and leave nothing', async () => {
    const fixture = await fixtureOf(await platform());
    const before = await everything(fixture);
    const zeros = Buffer.alloc(3_000_000);
    const design = { ...lamp, documents: [file] };
    const faults: readonly (readonly [archive: Buffer | Promise<Buffer>, error: RegExp])[] = [
      [Buffer.from('no zip'), /The archive cannot be read/],
      [zipOf([['readme.txt', 'x']]), /'readme\.txt' is neither/],
      [renamed(zipOf([['files/up/up/etc/passwd', 'x']]), 'up/up', '../..'), /cannot be read: invalid relative path/],
      [renamed(zipOf([['xetc/passwd', 'x']]), 'xetc', '/etc'), /cannot be read: absolute path/],
      [zipOf([]), /holds no catalog\.json/],
      [zipOf([['catalog.json', '{']]), /'catalog\.json' is no JSON/],
      [zipOf([['catalog.json', '{}']]), /catalog\.json: 'version' is missing/],
      [
        zipOf([['catalog.json', text({ components: [{ ...lamp, displayName: 7 }] })]]),
        /'components\[0\]\.displayName'/,
      ],
      [
        zipOf([['catalog.json', text({ webLinks: [{ displayName: 'a', uri: 'file:///etc' }] })]]),
        /'webLinks\[0\]\.uri'/,
      ],
      [zipOf([['catalog.json', text({ components: [design] })]]), /components\[0\]\.documents\[0\] has no file/],
      [
        zipOf([
          ['catalog.json', text()],
          [`files/${documentId}`, 'x'],
        ]),
        /'files\/1111.*' belongs to no document/,
      ],
      [
        zipOf([
          ['catalog.json', text({ components: [{ ...lamp, documents: [{ ...file, extension: 'exe' }] }] })],
          [`files/${documentId}`, 'x'],
        ]),
        /has an extension that is not taken/,
      ],
      [
        zipOf([
          ['catalog.json', text({ components: [design, design] })],
          [`files/${documentId}`, 'x'],
        ]),
        /components\[1\]\.documents\[0\] has an id that another document has/,
      ],
      [
        zipOf([
          ['catalog.json', text({ documents: [file] })],
          [`files/${documentId}`, 'x'],
        ]),
        /documents\[0\] has a purpose that documents of catalogs do not have/,
      ],
      [
        zipOf(
          [
            ['catalog.json', text({ components: [design] })],
            [`files/${documentId}`, zeros],
          ],
          true,
        ),
        /more than 100 times as large/,
      ],
    ];
    for (const [archive, error] of faults) {
      const job = await imported(fixture, await archive);
      assert.deepEqual([job.status, job._links], ['Error', {}]);
      assert.match(job.error, error);
    }
    assert.deepEqual(await everything(fixture), before);
  });

  it('make words that are not there, and match those that are without case', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, reader, category } = fixture;
    const [, , categories = 0, makers = 0, applications = 0] = await everything(fixture);
    const word = { category: { displayName: 'DOORS' }, manufacturer: { displayName: 'Bolt', phone: '1' } };
    const components = [
      { ...lamp, ...word },
      { ...lamp, ...word, application: { displayName: 'editor', version: '2' } },
    ];
    const job = await imported(fixture, await zipOf([['catalog.json', text({ components })]]));
    const [, , ...after] = await everything(fixture);
    assert.deepEqual(after, [categories, makers + 1, applications + 1]);
    const { catalog } = await made(p, reader, `GET ${job._links.catalog.href}`);
    const found = await made(p, reader, `GET /library/components?catalogs=${catalog.id}&category=${category}`);
    assert.equal(found.components.length, 2);
  });
});
