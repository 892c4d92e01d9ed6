import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { refused, useBlobEndpoint } from '../../../test/support/blob-endpoint.ts';

describe('blob endpoint, downloads', () => {
  const at = useBlobEndpoint();

  describe('GET', () => {
    it('answers the bytes with their facts', async () => {
      const answer = await fetch(await at.kept('0123456789', 'Müller "7".txt'));
      assert.equal(answer.status, 200);
      const { headers } = answer;
      assert.equal(headers.get('content-length'), '10');
      assert.equal(headers.get('content-type'), 'text/plain');
      assert.equal(headers.get('accept-ranges'), 'bytes');
      assert.equal(headers.get('x-ms-blob-type'), 'BlockBlob');
      assert.equal(headers.get('etag'), `"${createHash('sha256').update('0123456789').digest('hex')}"`);
      assert.equal(
        headers.get('content-disposition'),
        `attachment; filename="M_ller \\"7\\".txt"; filename*=UTF-8''M%C3%BCller%20%227%22.txt`,
      );
      assert.equal(headers.get('content-security-policy'), 'sandbox');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(await answer.text(), '0123456789');
    });

    it('answers HEAD with the same headers', async () => {
      const answer = await fetch(await at.kept('0123456789'), { method: 'HEAD' });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-length'), '10');
      assert.equal(await answer.text(), '');
      assert.equal((await fetch(await at.uploadUrl(), { method: 'HEAD' })).status, 404);
    });

    const ranges: [string, number, string, string?][] = [
      ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
      ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=4-2', 200, '0123456789'],
      ['bytes=1-2,4-5', 200, '0123456789'],
      ['lines=1-2', 200, '0123456789'],
    ];
    for (const [range, status, body, contentRange] of ranges) {
      it(`answers the range ${range}`, async () => {
        const url = await at.kept('0123456789');
        for (const name of ['range', 'x-ms-range']) {
          const answer = await fetch(url, { headers: { [name]: range } });
          assert.equal(answer.status, status);
          assert.equal(await answer.text(), body);
          assert.equal(answer.headers.get('content-range'), contentRange ?? null);
          assert.equal(answer.headers.get('content-length'), String(body.length));
        }
      });
    }

    it('refuses ranges beyond the end', async () => {
      const url = await at.kept('0123456789');
      for (const range of ['bytes=10-', 'bytes=10-20', 'bytes=-0']) {
        await refused(fetch(url, { headers: { range } }), 416, 'InvalidRange');
        const answer = await fetch(url, { headers: { range } });
        assert.equal(answer.headers.get('content-range'), 'bytes */10');
      }
      await refused(fetch(await at.kept(''), { headers: { range: 'bytes=0-' } }), 416, 'InvalidRange');
    });

    it('honours conditions', async () => {
      const url = await at.kept('0123456789');
      const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
      const unchanged = await fetch(url, { headers: { 'if-none-match': etag } });
      assert.equal(unchanged.status, 304);
      assert.equal((await fetch(url, { headers: { 'if-match': etag } })).status, 200);
      await refused(fetch(url, { headers: { 'if-match': '"other"' } }), 412, 'ConditionNotMet');
      assert.equal((await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': etag } })).status, 206);
      assert.equal((await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } })).status, 200);
    });

    it('shows pictures only, and their address stays the same for a while', async () => {
      const picture = await at.kept('x', 'a.png', 'image/png', true);
      assert.equal((await fetch(picture)).headers.get('content-disposition'), 'inline; filename="a.png"');
      const page = await at.kept('x', 'a.html', 'text/html', true);
      assert.equal((await fetch(page)).headers.get('content-disposition'), 'attachment; filename="a.html"');
      assert.match(new URL(picture).searchParams.get('se') ?? '', /:00:00Z$/);
    });
  });
});
