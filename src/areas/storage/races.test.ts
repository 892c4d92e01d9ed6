import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Answer, eachPlatform } from '../../../test/support/platform.ts';
import { beginFile, blobClient, contentOf, type Fixture, fixtureOf, newFolder, peopleOf } from './testing/fixture.ts';

const statuses = (answers: readonly Answer[]) => answers.map((answer) => answer.status).sort();

eachPlatform('storage under requests at once', (platform) => {
  let shared: Promise<Fixture> | undefined;
  const fixture = () => {
    shared ??= platform().then(peopleOf).then(fixtureOf);
    return shared;
  };

  it('makes one folder of several with the same name', async () => {
    const { p, worker, photos } = await fixture();
    const names = ['North', 'NORTH', 'north', 'North', 'nOrth', 'North'];
    const answers = await Promise.all(
      names.map((displayName) => p.call(worker, `POST /storage/folders/${photos}/folders`, { body: { displayName } })),
    );
    assert.deepEqual(statuses(answers), [201, 409, 409, 409, 409, 409]);
  });

  it('completes one of two files with the same name', async () => {
    const { p, worker, photos } = await fixture();
    const files = await Promise.all(['a.txt', 'A.txt'].map((name) => beginFile(p, worker, photos, name)));
    await Promise.all(files.map(({ url, id }) => blobClient(url).uploadData(Buffer.from(id))));
    const answers = await Promise.all(files.map(({ id }) => p.call(worker, `POST /storage/files/${id}/complete`)));
    assert.deepEqual(statuses(answers), [200, 409]);
  });

  it('answers two completions of one file alike', async () => {
    const { p, worker, photos } = await fixture();
    const { id, url } = await beginFile(p, worker, photos, 'twice.txt');
    await blobClient(url).uploadData(Buffer.from('content'));
    const complete = () => p.call(worker, `POST /storage/files/${id}/complete`);
    const [first, second] = await Promise.all([complete(), complete()]);
    assert.equal(first?.status, 200);
    assert.deepEqual(first?.body, second?.body);
    assert.equal(await contentOf(p, worker, id), 'content');
  });

  it('tells the second of two people who bring new content of one file that it was changed since they read it', async () => {
    const { p, worker, owner, photos } = await fixture();
    const { id, url } = await beginFile(p, worker, photos, 'both.txt');
    await blobClient(url).uploadData(Buffer.from('old'));
    const read = await p.call(worker, `POST /storage/files/${id}/complete`);
    const headers = { 'If-Match': (await p.call(owner, `GET /storage/files/${id}`)).headers.get('etag') ?? '' };
    const bring = (person: typeof worker) => p.call(person, `POST /storage/files/${id}/updatecontent`, { headers });
    const first = await bring(worker);
    assert.equal(first.status, 202);
    await blobClient(first.body._links.uploadUrl.href).uploadData(Buffer.from('of the worker'));
    assert.equal((await p.call(worker, `POST /storage/files/${id}/complete`)).status, 200);
    const second = await bring(owner);
    assert.deepEqual([read.status, second.status, second.body.error?.code], [200, 412, 'PreconditionFailed']);
    assert.equal(await contentOf(p, worker, id), 'of the worker');
    assert.equal((await p.call(owner, `POST /storage/files/${id}/updatecontent`)).status, 202, 'who does not ask');
  });

  it('serves the old or the new content of a file, never none, while new content is completed again and again', async () => {
    const { p, worker, pier } = await fixture();
    let known = new Set(['pier.bim']);
    for (let round = 0; round < 5; round++) {
      const { url } = await beginUpdate(round);
      const text = `content ${round}`;
      await blobClient(url).uploadData(Buffer.from(text));
      known = new Set([...known, text]);
      const [answer, ...contents] = await Promise.all([
        p.call(worker, `POST /storage/files/${pier}/complete`),
        ...Array.from({ length: 3 }, () => contentOf(p, worker, pier)),
      ]);
      assert.equal(answer?.status, 200);
      for (const content of contents) assert.ok(known.has(content), content);
      assert.equal(await contentOf(p, worker, pier), text);
    }

    async function beginUpdate(round: number) {
      const answer = await p.call(worker, `POST /storage/files/${pier}/updatecontent`);
      assert.equal(answer.status, 202, `round ${round}`);
      return { url: answer.body._links.uploadUrl.href as string };
    }
  });

  it('never makes a ring of two folders that move into each other', async () => {
    const { p, worker, photos } = await fixture();
    const [a, b] = [await newFolder(p, worker, photos, 'Ring A'), await newFolder(p, worker, photos, 'Ring B')];
    const move = (from: string, parentFolderId: string) =>
      p.call(worker, `POST /storage/folders/${from}/move`, { body: { parentFolderId } });
    assert.deepEqual(statuses(await Promise.all([move(a, b), move(b, a)])), [200, 422]);
    for (const id of [a, b]) assert.equal((await p.call(worker, `GET /storage/folders/${id}`)).status, 200);
  });

  it('gives a name to one of two folders that take it', async () => {
    const { p, worker, photos } = await fixture();
    const folders = [await newFolder(p, worker, photos, 'One'), await newFolder(p, worker, photos, 'Two')];
    const rename = (id: string) => p.call(worker, `PATCH /storage/folders/${id}`, { body: { displayName: 'Three' } });
    assert.deepEqual(statuses(await Promise.all(folders.map(rename))), [200, 409]);
  });

  it('makes nothing visible in a folder that is deleted meanwhile', async () => {
    const { p, worker, photos } = await fixture();
    const parent = await newFolder(p, worker, photos, 'Short');
    const make = (displayName: string) =>
      p.call(worker, `POST /storage/folders/${parent}/folders`, { body: { displayName } });
    const [deleted, ...made] = await Promise.all([
      p.call(worker, `DELETE /storage/folders/${parent}`),
      ...Array.from({ length: 6 }, (_, index) => make(`Child ${index}`)),
    ]);
    assert.equal(deleted?.status, 204);
    for (const answer of made) {
      assert.ok(answer.status === 404 || answer.status === 201, String(answer.status));
      if (answer.status !== 201) continue;
      assert.equal((await p.call(worker, `GET /storage/folders/${answer.body.folder.id}`)).status, 404);
    }
  });
});
