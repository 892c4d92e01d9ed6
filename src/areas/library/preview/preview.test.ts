import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { eventually } from '../../../../test/support/eventually.ts';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { boxShape, doorLibrary, project, stepFile, wall } from '../../../engines/ifc/testing/files.ts';
import { type Fixture, fixtureOf, made, send } from '../testing/fixture.ts';

const tetrahedron = 'v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';

/** Gives a component a design document with a file; answers its id. */
async function addDesign(
  { p, writer, draft }: Fixture,
  extension: string,
  bytes: string | Uint8Array,
  more: object = {},
) {
  const path = `/library/components/${draft}/documents`;
  const body = { displayName: 'Sill', extension, purpose: 'Design', ...more };
  const { document } = await made(p, writer, `POST ${path}`, body);
  requireSuccess(await send(p, document._links.fileUrl.href, bytes));
  await made(p, writer, `PUT ${path}/${document.id}`, { ...body, available: true });
  return document.id as string;
}

const previewOf = async ({ p, reader, draft }: Fixture) =>
  (await made(p, reader, `GET /library/components/${draft}/preview`)).preview;

async function endOf(fixture: Fixture) {
  await eventually(async () => {
    const { state } = await previewOf(fixture);
    if (state === 'Queued' || state === 'InProgress') throw new Error(`The preview is ${state}.`);
  });
  return previewOf(fixture);
}

eachPlatform('previews of components', (platform) => {
  it('show the newest file that can be looked at, and fall back when it goes', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, writer, draft } = fixture;
    const first = await addDesign(fixture, 'obj', tetrahedron);
    const seen = await endOf(fixture);
    assert.deepEqual([seen.state, seen.documentId, seen.error, seen.triangleCount], ['Ready', first, null, 4]);
    assert.deepEqual(seen.bounds, { low: { x: 0, y: -4, z: 0 }, high: { x: 2, y: 0, z: 3 } });
    assert.deepEqual(seen.placement, { unit: 'm', upAxis: 'Z', origin: [0, 0, 0] });
    const picture = await fetch(seen._links.thumbnail.href);
    const { width, height, format } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    assert.deepEqual([width, height, format], [512, 512, 'png']);
    const model = await fetch(seen._links.model.href);
    assert.equal(model.headers.get('content-type'), 'model/gltf-binary');
    const glb = new Uint8Array(await model.arrayBuffer());

    const second = await addDesign(fixture, 'glb', glb, { previousVersionId: first });
    const newer = await endOf(fixture);
    assert.deepEqual([newer.state, newer.documentId, newer.triangleCount], ['Ready', second, 4]);
    requireSuccess(await p.call(writer, `DELETE /library/components/${draft}/documents/${second}`));
    assert.equal((await previewOf(fixture)).state, 'None', 'the former version is not active');
    const again = { displayName: 'Sill', extension: 'obj', purpose: 'Design', isActive: true };
    await made(p, writer, `PUT /library/components/${draft}/documents/${first}`, again);
    assert.deepEqual([(await endOf(fixture)).state, (await previewOf(fixture)).documentId], ['Ready', first]);
  });

  it('tell why a file cannot be looked at, and the component is as it was', async () => {
    const fixture = await fixtureOf(await platform());
    const gltf = { asset: { version: '2.0' }, buffers: [{ byteLength: 4, uri: 'http://127.0.0.1:9/x.bin' }] };
    await addDesign(fixture, 'gltf', JSON.stringify(gltf));
    const preview = await endOf(fixture);
    assert.equal(preview.state, 'Failed');
    assert.match(preview.error, /refers to 'http:\/\/127\.0\.0\.1:9\/x\.bin'/);
    const { component } = await made(fixture.p, fixture.reader, `GET /library/components/${fixture.draft}`);
    assert.deepEqual(component.supportedFileTypes, ['GLTF']);
  });

  it('show the shapes of IFC files, Z up as they are there', async () => {
    const fixture = await fixtureOf(await platform());
    const house = stepFile(project([boxShape(100, 4, 0.3, 3), wall(110, '0north0000000000000000', '#105')].join('\n')));
    await addDesign(fixture, 'ifc', house);
    const preview = await endOf(fixture);
    assert.deepEqual([preview.state, preview.error, preview.triangleCount], ['Ready', null, 12]);
    const { low, high } = preview.bounds;
    const size = [high.x - low.x, high.y - low.y, high.z - low.z].map((value) => Math.round(value * 1e4) / 1e4);
    assert.deepEqual(size, [4, 0.3, 3]);
  });

  it('show the type of a product library of a maker, which has no occurrence', async () => {
    const fixture = await fixtureOf(await platform());
    await addDesign(fixture, 'ifc', doorLibrary());
    const preview = await endOf(fixture);
    assert.deepEqual([preview.state, preview.error, preview.triangleCount], ['Ready', null, 12]);
    const { low, high } = preview.bounds;
    const size = [high.x - low.x, high.y - low.y, high.z - low.z].map((value) => Math.round(value * 1e4) / 1e4);
    assert.deepEqual(size, [0.9, 0.04, 2.1]);
  });
});
