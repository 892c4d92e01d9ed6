import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { Scenario } from './run-scenarios.ts';

/** Additions: small copies of photos, of attachments and of forms. */
export const thumbnailScenarios: readonly Scenario[] = [
  {
    name: 'a small copy of a photo, the same again, until it has another file',
    call: 'GET /forms/{inspected}/attachments/{picture}/thumbnail',
    as: 'viewer',
    status: 200,
    onBoth: true,
    async proves({ headers }, { p, viewer, creator, inspected, picture }) {
      assert.equal(headers.get('content-type'), 'image/jpeg');
      const address = `${p.baseUrl}/forms/${inspected}/attachments/${picture}`;
      const thumbnail = async () => {
        const answer = await fetch(`${address}/thumbnail`, { headers: { Authorization: `Bearer ${viewer.token}` } });
        return Buffer.from(await answer.arrayBuffer());
      };
      const [first, again] = await Promise.all([thumbnail(), thumbnail()]);
      const { width, height } = await sharp(first).metadata();
      assert.deepEqual([width, height, first.equals(again)], [320, 240, true]);
      const other = await sharp({ create: { width: 100, height: 50, channels: 3, background: '#123' } })
        .png()
        .toBuffer();
      await p.call(creator, `PUT /forms/${inspected}/attachments/${picture}`, { body: new Uint8Array(other) });
      assert.equal((await sharp(await thumbnail()).metadata()).width, 100);
    },
  },
  {
    name: 'no small copy of what is no picture, now and later',
    call: 'GET /forms/{open}/attachments/{photo}/thumbnail',
    as: 'viewer',
    status: 204,
    async proves(_answer, { p, viewer, open, photo }) {
      assert.equal((await p.call(viewer, `GET /forms/${open}/attachments/${photo}/thumbnail`)).status, 204);
    },
  },
  {
    name: 'a small copy of a file that is not there yet',
    call: 'GET /forms/{open}/attachments/{empty}/thumbnail',
    as: 'viewer',
    status: 404,
    code: 'FileNotFound',
  },
  {
    name: 'a small copy of an attachment that is not there',
    call: 'GET /forms/{open}/attachments/{newGuid}/thumbnail',
    as: 'viewer',
    status: 404,
    code: 'AttachmentNotFound',
  },
  {
    name: 'a small copy for a stranger',
    call: 'GET /forms/{inspected}/attachments/{picture}/thumbnail',
    as: 'stranger',
    status: 404,
    code: 'FormDataNotFound',
  },
  {
    name: 'a small copy of the first photo of a form, and of no signature',
    call: 'GET /forms/{inspected}/thumbnail',
    as: 'viewer',
    status: 200,
    onBoth: true,
    async proves({ headers }, { p, viewer, creator, inspection }) {
      assert.equal(headers.get('content-type'), 'image/jpeg');
      const form = (await p.call(creator, 'POST /forms/', { body: { formId: inspection } })).body.formData.id;
      const thumbnail = async () => {
        const headers = { Authorization: `Bearer ${viewer.token}` };
        const answer = await fetch(`${p.baseUrl}/forms/${form}/thumbnail`, { headers });
        return answer.status === 200 ? (await sharp(await answer.arrayBuffer()).metadata()).width : answer.status;
      };
      const attach = async (fileName: string, binding: string, bytes: Uint8Array) => {
        const made = await p.call(creator, `POST /forms/${form}/attachments`, { body: { fileName, binding } });
        const path = made.headers.get('location')?.replace(p.baseUrl, '');
        assert.equal((await p.call(creator, `PUT ${path}`, { body: bytes })).status, 201);
        return path;
      };
      const wide = async (width: number) =>
        new Uint8Array(
          await sharp({ create: { width, height: 50, channels: 3, background: '#123' } })
            .png()
            .toBuffer(),
        );
      await attach('signature.png', 'Inspector', await wide(80));
      assert.equal(await thumbnail(), 204);
      await attach('broken.png', 'Photos', new Uint8Array([1, 2, 3]));
      const first = await attach('first.png', 'Photos', await wide(100));
      await attach('later.png', 'Photos', await wide(120));
      assert.deepEqual([await thumbnail(), await thumbnail()], [100, 100]);
      assert.equal((await p.call(creator, `DELETE ${first}`)).status, 204);
      assert.equal(await thumbnail(), 120);
      p.takeEvents();
    },
  },
  {
    name: 'a small copy of a form without photo',
    call: 'GET /forms/{open}/thumbnail',
    as: 'viewer',
    status: 204,
    async proves(_answer, { p, viewer, closed }) {
      assert.equal((await p.call(viewer, `GET /forms/${closed}/thumbnail`)).status, 204);
    },
  },
  {
    name: 'a small copy of a form for a stranger',
    call: 'GET /forms/{inspected}/thumbnail',
    as: 'stranger',
    status: 404,
    code: 'FormDataNotFound',
  },
];
