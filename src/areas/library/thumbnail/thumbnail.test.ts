import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { eventually } from '../../../../test/support/eventually.ts';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { q as jobs } from '../../../kernel/jobs/tables.ts';
import { type Fixture, fixtureOf, made, send } from '../testing/fixture.ts';

const picture = (width: number, height: number, format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#8a5a2b' } })
    .toFormat(format)
    .toBuffer();

/** Gives a component or catalog a picture; answers the path of its document. */
async function addPicture({ p, writer }: Fixture, parent: string, bytes: Uint8Array, extension = 'png') {
  const path = `/library/${parent}/documents`;
  const body = { displayName: 'Front', extension, purpose: 'Thumbnail' };
  const { document } = await made(p, writer, `POST ${path}`, body);
  requireSuccess(await send(p, document._links.fileUrl.href, bytes));
  await made(p, writer, `PUT ${path}/${document.id}`, { ...body, available: true });
  return `${path}/${document.id}`;
}

async function shownOf({ p, reader, draft, catalog }: Fixture) {
  const found = await made(p, reader, `GET /library/thumbnails?components=${draft}&catalogs=${catalog}`);
  return found.thumbnails.map((one: { _links: { thumbnail: { href: string } | null } }) => one._links.thumbnail?.href);
}

const sizeOf = async (href: string) => {
  const { width, height, format } = await sharp(Buffer.from(await (await fetch(href)).arrayBuffer())).metadata();
  return [width, height, format];
};

eachPlatform('pictures of components and catalogs', (platform) => {
  it('are small ones of their Thumbnail documents, their aspect kept, and go with them', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, writer, draft, catalog, reader } = fixture;
    const document = await addPicture(fixture, `components/${draft}`, await picture(3000, 1500));
    await addPicture(fixture, `catalogs/${catalog}`, await picture(300, 900, 'jpeg'), 'JPG');
    const [component, ofCatalog] = await eventually(async () => {
      const shown = await shownOf(fixture);
      assert.ok(shown.every((href: unknown) => href !== undefined));
      return shown;
    });
    assert.deepEqual(await sizeOf(component), [512, 256, 'png']);
    assert.deepEqual(await sizeOf(ofCatalog), [171, 512, 'jpeg']);
    assert.equal((await fetch(ofCatalog)).headers.get('content-type'), 'image/jpeg');
    const { component: published, brand, stranger } = fixture;
    await addPicture(fixture, `components/${published}`, await picture(40, 20));
    await eventually(async () => {
      const { thumbnails } = await made(p, stranger, `GET /library/brands/${brand}/thumbnails?components=${published}`);
      assert.deepEqual(await sizeOf(thumbnails[0]._links.thumbnail?.href), [40, 20, 'png']);
    });
    const { preview } = await made(p, reader, `GET /library/components/${draft}/preview`);
    assert.deepEqual([preview.state, await sizeOf(preview._links.thumbnail.href)], ['None', [512, 256, 'png']]);
    requireSuccess(await p.call(writer, `DELETE ${document}`));
    assert.equal((await shownOf(fixture))[0], undefined);
  });

  it('that are none, or claim to be huge, are left out, and the document is as it was', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, reader, draft, catalog, accountId } = fixture;
    const bomb = await picture(1, 1);
    bomb.writeUInt32BE(2 ** 30, 16); // the width in the header
    const document = await addPicture(fixture, `components/${draft}`, bomb);
    await addPicture(fixture, `catalogs/${catalog}`, Buffer.from('<svg onload="alert(1)"/>'));
    const failed = jobs
      .selectFrom('jobs')
      .select('error_code')
      .where('twin_id', '=', accountId)
      .where('kind', '=', 'library.thumbnail')
      .where('state', '=', 'Failed');
    await eventually(async () => assert.equal((await p.app.db.all(failed)).length, 2));
    assert.deepEqual(await shownOf(fixture), [undefined, undefined]);
    assert.equal((await made(p, reader, `GET ${document}`)).document.available, true);
  });
});
