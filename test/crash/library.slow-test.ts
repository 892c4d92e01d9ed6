import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import yazl from 'yazl';
import { type Chance, chanceOf, seedOf, sized } from '../support/chance.ts';
import { eventually } from '../support/eventually.ts';
import { findBrokenBlobs, findHalfWrites, type Inspector, inspectorOf } from './inspect.ts';
import { onPostgres } from './stage.ts';
import { Broken, expect, load, openWorld, type World } from './world.ts';

const types = 40;
const typeCatalog = `,Width##LENGTH##MM\r\n${Array.from({ length: types }, (_, at) => `Type ${at},${at}\r\n`).join('')}`;
const triangle = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
const documentId = (at: number) => `11111111-2222-4333-8444-${String(at).padStart(12, '0')}`;
const archived = 30;

interface Stage {
  readonly world: World;
  readonly random: Chance;
}

/**
 * Work with the library that is cut off somewhere: each step says what the next needs, is done again after the next
 * start where it was not acknowledged, and in the end all of it must be there once.
 */
interface Story {
  readonly what: string;
  /** The longest it is left alone before the program is killed, in milliseconds. */
  readonly mostMs: number;
  tell(stage: Stage): Promise<() => Promise<void>>;
}

async function put(url: string, bytes: string | Buffer): Promise<number> {
  const headers = { 'x-ms-blob-type': 'BlockBlob' };
  return (await load(url, { method: 'PUT', body: new Uint8Array(Buffer.from(bytes)), headers })).status;
}

/** Does a step until it is acknowledged; the program starts again meanwhile. */
const insist = <T>(step: () => Promise<T>): Promise<T> =>
  eventually(async () => {
    try {
      return await step();
    } catch (error) {
      await sleep(error instanceof Broken ? 100 : 20);
      throw error;
    }
  });

/** 201, or 404 where an earlier try has arrived and was taken. */
const arrives = (url: string, bytes: string | Buffer) =>
  insist(async () => assert.ok([201, 404].includes(await put(url, bytes))));

const list = async (world: World, query: string) =>
  (await insist(() => expect(200, world.call('GET', `/library/components?${query}`)))).components;

async function jobEnds(world: World, id: string) {
  return insist(async () => {
    const { job } = await expect(200, world.call('GET', `/library/jobs/${id}`));
    assert.deepEqual([job.status, job.error], ['Success', null]);
    return job;
  });
}

let count = 0;

const upload: Story = {
  what: 'a file becomes a component with its variations',
  mostMs: 250,
  async tell({ world }) {
    const name = `Pump-${++count}`;
    const { uploadComponent } = await insist(() =>
      expect(202, world.call('POST', '/library/upload', { fileName: `${name}.rfa`, isTypeCatalog: true })),
    );
    const { typeCatalogUploadUrl, designFileUploadUrl } = uploadComponent._links;
    await arrives(typeCatalogUploadUrl.href, typeCatalog);
    await arrives(designFileUploadUrl.href, 'the bytes of a pump');
    return async () => {
      await eventually(async () => assert.equal((await list(world, `$search=${name}`)).length, 1));
      const [{ id }] = await list(world, `$search=${name}`);
      const { variations } = await expect(200, world.call('GET', `/library/components/${id}/variations`));
      const { documents } = await expect(200, world.call('GET', `/library/components/${id}/documents`));
      assert.deepEqual([variations.length, documents.length], [types, 2]);
    };
  },
};

const preview: Story = {
  what: 'a design file is looked at',
  mostMs: 1500,
  async tell({ world }) {
    const named = { displayName: `Sill-${++count}`, state: 'Draft' };
    const { component } = await insist(() => expect(201, world.call('POST', '/library/components', named)));
    const path = `/library/components/${component.id}`;
    const body = { displayName: 'Sill', extension: 'obj', purpose: 'Design' };
    const made = await insist(async () => {
      const answer = await world.call('POST', `${path}/documents`, body);
      if (answer.status !== 409) return (await expect(201, Promise.resolve(answer))).document;
      const { documents } = await expect(200, world.call('GET', `${path}/documents`));
      const again = { ...body, available: false };
      return (await expect(200, world.call('PUT', `${path}/documents/${documents[0].id}`, again))).document;
    });
    await arrives(made._links.fileUrl.href, triangle);
    const available = { ...body, available: true };
    await insist(() => expect(200, world.call('PUT', `${path}/documents/${made.id}`, available)));
    return () =>
      insist(async () => {
        const { preview: seen } = await expect(200, world.call('GET', `${path}/preview`));
        assert.deepEqual([seen.state, seen.triangleCount], ['Ready', 1]);
      });
  },
};

async function archive(name: string): Promise<Buffer> {
  const component = (at: number) => ({
    displayName: `${name} ${at}`,
    variations: [],
    webLinks: [],
    documents: [
      { id: documentId(at), displayName: 'Lamp', extension: 'rfa', purpose: 'Design', version: '1', isActive: true },
    ],
  });
  const components = Array.from({ length: archived }, (_, at) => component(at));
  const text = { version: 1, catalog: { displayName: name }, documents: [], webLinks: [], components };
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(text)), 'catalog.json');
  for (let at = 0; at < archived; at++) zip.addBuffer(Buffer.from(`lamp ${at}`), `files/${documentId(at)}`);
  zip.end();
  return buffer(zip.outputStream);
}

const imported: Story = {
  what: 'a catalog comes as an archive',
  mostMs: 1500,
  async tell({ world }) {
    const name = `Lamps-${++count}`;
    const bytes = await archive(name);
    const { job, _links } = await insist(() =>
      expect(202, world.call('POST', '/library/catalogs/import', { fileName: 'lamps.zip' })),
    );
    await arrives(_links.uploadUrl.href, bytes);
    return async () => {
      await jobEnds(world, job.id);
      const { catalogs } = await expect(200, world.call('GET', `/library/catalogs?$search=${name}`));
      assert.equal(catalogs.length, 1, 'once');
      assert.equal((await list(world, `catalogs=${catalogs[0].id}`)).length, archived);
      assert.equal((await list(world, `$search=${name}`)).length, archived, 'nothing besides');
    };
  },
};

/** Kills the program at some moment of each story, and looks whether it comes to its end, whole and once. */
async function crash(stories: readonly Story[], databaseUrl: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-crash-library-'));
  const random = chanceOf(seedOf('the library that is killed'));
  const world = await openWorld(folder, databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  let program = world.start();
  let inspector: Inspector | undefined;
  try {
    await program.ready();
    await world.signIn();
    inspector = await inspectorOf(world.dataDir, databaseUrl);
    for (const [at, story] of stories.entries()) {
      const name = `round ${at + 1}: ${story.what}`;
      const told = story.tell({ world, random });
      await sleep(random.whole(0, story.mostMs));
      await program.end('SIGKILL');
      program = world.start();
      await program.ready();
      await (await told)();
      assert.deepEqual(await findHalfWrites(inspector), [], name);
      assert.deepEqual(await findBrokenBlobs(inspector, world.dataDir), [], name);
    }
    assert.deepEqual(await program.end('SIGINT'), { code: 0, signal: null }, program.output());
  } finally {
    await inspector?.close();
    await program.end('SIGKILL');
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the library, killed between upload, job and import', () => {
  it('loses nothing and makes nothing twice on SQLite and files', () =>
    crash([upload, imported, preview, upload, imported, preview, upload, imported].slice(0, sized(3, 8)), undefined));

  it('loses nothing and makes nothing twice on PostgreSQL and files', () =>
    onPostgres((url) => crash([upload, imported, preview], url)));
});
