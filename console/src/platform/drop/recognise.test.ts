import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { recognise } from './recognise.ts';

const kindsOf = async (...files: readonly File[]) => [...(await recognise(files)).values()];
const file = (name: string, ...parts: ConstructorParameters<typeof File>[0]) => new File(parts, name);
const kindOf = async (name: string, ...parts: ConstructorParameters<typeof File>[0]) =>
  (await kindsOf(file(name, ...parts)))[0];

describe('a dropped file', () => {
  it('is recognised by its content, whatever its name', async () => {
    const step = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;";
    assert.equal(await kindOf('house.txt', step), 'model');
    assert.equal(await kindOf('gear.step', step.replace('IFC4', 'AUTOMOTIVE_DESIGN')), 'other');
    assert.equal(await kindOf('scan.dat', 'LASF', new Uint8Array(300)), 'cloud');
    assert.equal(await kindOf('scan.e57', 'ASTM-E57'), 'cloud');
    assert.equal(await kindOf('a.ply', 'ply\nformat ascii 1.0\nelement vertex 3\nend_header\n'), 'cloud');
    assert.equal(
      await kindOf('a.ply', 'ply\nformat ascii 1.0\nelement vertex 3\nelement face 1\nend_header\n'),
      'mesh',
    );
    assert.equal(await kindOf('a.xyz', '// x y z\n0 0 0\n1.5 2 3 255 0 0\n'), 'cloud');
    assert.equal(await kindOf('notes.txt', '1 2 3\n4 5 6\n7 8 9\n'), 'other');
    assert.equal(await kindOf('tileset.json', '{"asset":{"version":"1.1"},"geometricError":100,"root":{}}'), 'mesh');
    assert.equal(await kindOf('sheet', '%PDF-1.7'), 'drawing');
    assert.equal(await kindOf('sheet.xml', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">'), 'drawing');
    assert.equal(await kindOf('plan.dxf', '  0\r\nSECTION\r\n  2\r\nHEADER\r\n'), 'drawing');
    assert.equal(await kindOf('epd.json', '{"doctype":"openEPD","id":"x"}'), 'epd');
    assert.equal(await kindOf('epd.csv', 'Name;DeclaredQuantity;DeclaredUnit;A1-A3\nBrick;1;m3;200'), 'epd');
    assert.equal(await kindOf('table.csv', 'Name;Area\nBrick;1'), 'other');
    assert.equal(await kindOf('readings.csv', 'Hour,Flow,Level\n1,2.5,3\n2,2.5,3\n'), 'other');
    assert.equal(
      await kindOf('scan.csv', '"Easting [m]";"Northing [m]";"Elevation"\n"1,5";"2,5";"3"\n"1,6";"2,5";"3"\n'),
      'cloud',
    );
    assert.equal(await kindOf('scan.csv', '1.5,2.5,3\n1.5,2.5,3\n1.5,2.5,3\n'), 'cloud');
    assert.equal(await kindOf('hall.ptx', '20\n15\n458300 5550212 121.5\n'), 'cloud');
    assert.equal(await kindOf('empty.las', ''), 'other');
  });

  it('is told by what is in it, where it is an archive', async () => {
    const zip = (name: string) => kindOf('archive.zip', `PK\u0003\u0004${'\0'.repeat(26)}${name}PK\u0001\u0002`);
    assert.equal(await zip('house.ifc'), 'model');
    assert.equal(await zip('bcf.version'), 'bcf');
    assert.equal(await zip('ILCD/processes/0a-1b.xml'), 'epd');
    assert.equal(await zip('notes.txt'), 'other');
  });

  it('is a map where a picture says its place on earth, and else a photo', async () => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } });
    const tiff = await picture.tiff().toBuffer();
    assert.equal(await kindOf('photo.tif', new Uint8Array(tiff)), 'photo');
    assert.equal(await kindOf('photo.jpg', new Uint8Array(await picture.jpeg().toBuffer())), 'photo');
    const head = new DataView(new ArrayBuffer(8 + 2 + 12));
    head.setUint32(0, 0x49492a00);
    head.setUint32(4, 8, true);
    head.setUint16(8, 1, true);
    head.setUint16(10, 34_735, true);
    assert.equal(await kindOf('map.tif', new Uint8Array(head.buffer)), 'raster');
  });
});

describe('files that are dropped together', () => {
  it('take what belongs to them along', async () => {
    const mesh = [file('a.obj', 'mtllib a.mtl\nv 0 0 0\n'), file('a.mtl', 'newmtl a'), file('a.jpg', '\u00ff\u00d8')];
    assert.deepEqual(await kindsOf(...mesh), ['mesh', 'mesh', 'mesh']);
    assert.deepEqual(await kindsOf(file('a.las', 'LASF'), file('a.prj', 'PROJCS[]'), file('b.txt', 'x')), [
      'cloud',
      'cloud',
      'other',
    ]);
  });

  it('are looked at one by one only as long as they are few', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => file(`${n}.jpg`, new Uint8Array([0xff, 0xd8, 0xff])));
    assert.deepEqual(new Set(await kindsOf(...many)), new Set(['photo']));
  });
});
