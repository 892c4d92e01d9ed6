import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { eachPlatform } from '../../../../test/support/platform.ts';

const picture = (width: number, height: number, format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();
const png = { 'Content-Type': 'image/png' };

eachPlatform('image of a twin', (platform) => {
  it('is stored with a thumbnail, shown without token, replaced and removed', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person);
    assert.equal((await p.call(person, `GET /twins/${id}/image`)).body.error.code, 'ImageNotFound');
    const made = await p.call(person, `PUT /twins/${id}/image`, { body: await picture(900, 600), headers: png });
    assert.equal(made.status, 201);
    const { image } = made.body;
    assert.equal(image.smallImageName, `small_${image.id}.png`);
    const small = await fetch(image.smallImageUrl);
    const { width, height } = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
    assert.deepEqual([width, height], [400, 267]);
    const twin = (await p.call(person, `GET /twins/${id}`)).body.twin;
    assert.equal(twin.imageName, image.smallImageName);
    assert.equal((await fetch(twin.image)).status, 200);

    const again = await p.call(person, `PUT /twins/${id}/image`, {
      body: await picture(40, 30, 'jpeg'),
      headers: { 'Content-Type': 'image/jpeg' },
    });
    assert.notEqual(again.body.image.id, image.id);
    assert.match(again.body.image.largeImageName, /\.jpeg$/);
    assert.equal((await p.call(person, `GET /twins/${id}/image`)).body.image.id, again.body.image.id);
    assert.equal((await fetch(image.largeImageUrl)).status, 404);

    assert.equal((await p.call(person, `DELETE /twins/${id}/image`)).status, 204);
    assert.equal((await p.call(person, `DELETE /twins/${id}/image`)).status, 404);
    assert.equal((await p.call(person, `GET /twins/${id}`)).body.twin.image, null);
  });

  it('is refused where it is none, too narrow, too large or of another type', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person);
    const put = (body: Uint8Array, headers: Record<string, string> = png) =>
      p.call(person, `PUT /twins/${id}/image`, { body, headers });
    const narrow = await put(await picture(601, 100));
    assert.equal(narrow.status, 422);
    assert.equal(narrow.body.error.message, 'Cannot create twin Image.');
    assert.match(narrow.body.error.details[0].message, /5 times the size/);
    const broken = await put((await picture(600, 400)).subarray(0, 200));
    assert.equal(broken.body.error.details[0].code, 'InvalidRequestBody');
    assert.equal((await put(new Uint8Array())).body.error.details[0].code, 'InvalidRequestBody');
    assert.equal((await put(await picture(50, 50, 'jpeg'))).status, 422);
    assert.equal((await put(Buffer.from('GIF89a'), { 'Content-Type': 'image/gif' })).status, 415);
    const large = await put(new Uint8Array(5 * 2 ** 20 + 1));
    assert.equal(large.status, 413);
    assert.equal(large.body.error.message, 'Provided file is greater than the maximum allowed file size of 5MB.');
  });

  it('needs twins_modify, and a visible twin', async () => {
    const p = await platform();
    const organizationId = await p.organization();
    const colleague = await p.person({ organizationId });
    const account = (await p.call(colleague, 'GET /twins/myprimaryaccount')).body.twin.id;
    const body = await picture(10, 10);
    assert.equal((await p.call(colleague, `PUT /twins/${account}/image`, { body, headers: png })).status, 403);
    assert.equal((await p.call(colleague, `DELETE /twins/${account}/image`)).status, 403);
    const stranger = await p.person();
    assert.equal((await p.call(stranger, `PUT /twins/${account}/image`, { body, headers: png })).status, 404);
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await p.call(stranger, `${method} /twins/${account}/image`)).body.error.code, 'twinNotFound');
    }
  });
});
