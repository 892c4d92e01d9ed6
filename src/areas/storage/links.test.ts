import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eachPlatform, type Person, requireSuccess } from '../../../test/support/platform.ts';
import { q } from '../../auth-server/tables.ts';
import { beginFile, contentOf, fixtureOf, newFile, newFolder, peopleOf, upload } from './testing/fixture.ts';

eachPlatform('signed addresses of files', (platform) => {
  let people: ReturnType<typeof peopleOf> | undefined;
  const newFixture = async () => {
    people ??= platform().then(peopleOf);
    return fixtureOf(await people);
  };
  const blockBlob = { 'x-ms-blob-type': 'BlockBlob' };
  const put = (url: string, body: string, more = '') => fetch(url + more, { method: 'PUT', headers: blockBlob, body });
  const codeOf = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    return `${status} ${headers.get('x-ms-error-code')}`;
  };
  type Fixture = Awaited<ReturnType<typeof newFixture>>;
  const removeMember = async ({ p, owner, twinId }: Fixture, who: Person) =>
    requireSuccess(await p.call(owner, `DELETE /accesscontrol/twins/${twinId}/members/users/${who.userId}`));
  const blockOf = (name: string) => `&comp=block&blockid=${encodeURIComponent(Buffer.from(name).toString('base64'))}`;

  describe('to upload to', () => {
    it('take nothing more from a removed member: neither contents, nor blocks, nor block lists', async () => {
      const fixture = await newFixture();
      const { p, worker, plans } = fixture;
      const { url } = await beginFile(p, worker, plans, 'late.bim');
      assert.equal((await put(url, 'one', blockOf('a'))).status, 201);
      await removeMember(fixture, worker);
      const list = `<BlockList><Latest>${Buffer.from('a').toString('base64')}</Latest></BlockList>`;
      for (const [more, body] of [
        ['', 'two'],
        [blockOf('b'), 'two'],
        ['&comp=blocklist', list],
      ] as const) {
        assert.equal(await codeOf(put(url, body, more)), '404 BlobNotFound', more);
      }
      assert.equal(await codeOf(fetch(url)), '404 BlobNotFound', 'nor are they read back');
      assert.equal(await codeOf(fetch(`${url}&comp=blocklist&blocklisttype=all`)), '404 BlobNotFound');
    });

    it('never make the bytes of a removed member live under the name of who completes', async () => {
      const fixture = await newFixture();
      const { p, owner, worker, plans, pier } = fixture;
      const begun = await beginFile(p, worker, plans, 'planted.bim');
      await upload(begun.url, 'planted');
      const update = requireSuccess(await p.call(worker, `POST /storage/files/${pier}/updatecontent`));
      await upload(update._links.uploadUrl.href, 'planted');
      await removeMember(fixture, worker);
      for (const file of [begun.id, pier]) {
        const refused = await p.call(owner, `POST /storage/files/${file}/complete`);
        assert.deepEqual([refused.status, refused.body.error.details[0].code], [422, 'InvalidChange']);
      }
      assert.equal(await contentOf(p, owner, pier), 'pier.bim', 'the content from before');
      const again = requireSuccess(await p.call(owner, `POST /storage/files/${pier}/updatecontent`));
      await upload(again._links.uploadUrl.href, 'mended');
      requireSuccess(await p.call(owner, `POST /storage/files/${pier}/complete`));
      assert.equal(await contentOf(p, owner, pier), 'mended', 'who may write goes on');
    });

    it('count no more once the writer may only read, or the application is disabled', async () => {
      const { p, owner, worker, plans, twinId } = await newFixture();
      const service = await p.person({ service: true, organizationId: owner.organizationId });
      const base = `accesscontrol/twins/${twinId}`;
      const { roles } = requireSuccess(await p.call(owner, `GET /${base}/roles`));
      const roleWith = (permissions: string) =>
        roles.find((one: { displayName: string }) => one.displayName === permissions);
      const [write, read] = [roleWith('storage_read storage_write storage_delete'), roleWith('storage_read')];
      const members = [{ email: service.email, roleIds: [write.id] }];
      requireSuccess(await p.call(owner, `POST /${base}/members/users`, { body: { members } }));
      const [ofWorker, ofService] = [
        await beginFile(p, worker, plans, 'worker.bim'),
        await beginFile(p, service, plans, 'service.bim'),
      ];
      for (const { url } of [ofWorker, ofService]) await upload(url, 'sent');
      const demoted = { body: { roleIds: [read.id] } };
      requireSuccess(await p.call(owner, `PATCH /${base}/members/users/${worker.userId}`, demoted));
      const disable = q.updateTable('auth_applications').set({ state: 'Disabled' });
      await p.app.db.write((tx) => tx.run(disable.where('client_id', '=', service.clientId)));
      for (const { id, url } of [ofWorker, ofService]) {
        assert.equal(await codeOf(put(url, 'more')), '404 BlobNotFound');
        assert.equal((await p.call(owner, `POST /storage/files/${id}/complete`)).status, 422);
      }
    });

    it('give the bytes the name of who sent them, whoever completes', async () => {
      const { p, owner, worker, plans, pier } = await newFixture();
      const begun = await beginFile(p, worker, plans, 'mine.bim');
      await upload(begun.url, 'mine');
      const { file } = requireSuccess(await p.call(owner, `POST /storage/files/${begun.id}/complete`));
      for (const link of [file._links.createdBy, file._links.lastModifiedBy])
        assert.ok(link.href.includes(worker.userId));
      const update = requireSuccess(await p.call(owner, `POST /storage/files/${pier}/updatecontent`));
      await upload(update._links.uploadUrl.href, 'of the owner');
      const { file: changed } = requireSuccess(await p.call(worker, `POST /storage/files/${pier}/complete`));
      assert.ok(changed._links.lastModifiedBy.href.includes(owner.userId));
    });
  });

  describe('to download from', () => {
    const addressOf = async ({ p, worker }: Fixture, file: string) => {
      const answer = await p.call(worker, `GET /storage/files/${file}/download`);
      return answer.headers.get('location') ?? '';
    };

    it('end when the file is recycled, come back with it, and are gone when it is purged', async () => {
      const fixture = await newFixture();
      const { p, worker, pier } = fixture;
      const url = await addressOf(fixture, pier);
      assert.equal((await fetch(url)).status, 200);
      requireSuccess(await p.call(worker, `DELETE /storage/files/${pier}`));
      assert.equal(await codeOf(fetch(url)), '404 BlobNotFound');
      requireSuccess(await p.call(worker, `POST /storage/recyclebin/files/${pier}/restore`));
      assert.equal((await fetch(url)).status, 200);
      requireSuccess(await p.call(worker, `DELETE /storage/files/${pier}`));
      requireSuccess(await p.call(worker, `DELETE /storage/recyclebin/files/${pier}`));
      assert.equal(await codeOf(fetch(url)), '404 BlobNotFound');
    });

    it('end when a folder above is recycled, or the twin is deleted', async () => {
      const fixture = await newFixture();
      const { p, owner, worker, root, twinId, readme } = fixture;
      const folder = await newFolder(p, worker, await newFolder(p, worker, root, 'Deep'), 'Deeper');
      const inside = await addressOf(fixture, await newFile(p, worker, folder, 'inside.bim'));
      const beside = await addressOf(fixture, readme);
      const { folder: deeper } = requireSuccess(await p.call(worker, `GET /storage/folders/${folder}`));
      requireSuccess(await p.call(worker, `DELETE /storage/folders/${deeper.parentFolderId}`));
      assert.equal(await codeOf(fetch(inside)), '404 BlobNotFound');
      assert.equal((await fetch(beside)).status, 200);
      requireSuccess(await p.call(owner, `DELETE /twins/${twinId}`));
      assert.equal(await codeOf(fetch(beside)), '404 BlobNotFound');
    });

    it('cannot be made to name another file, or none', async () => {
      const fixture = await newFixture();
      const url = new URL(await addressOf(fixture, fixture.pier));
      assert.equal(url.searchParams.get('si'), `${fixture.twinId}.${fixture.pier}`);
      url.searchParams.set('si', `${fixture.twinId}.${fixture.readme}`);
      assert.equal(await codeOf(fetch(url)), '403 AuthenticationFailed');
      url.searchParams.delete('si');
      assert.equal(await codeOf(fetch(url)), '403 AuthenticationFailed');
    });
  });
});
