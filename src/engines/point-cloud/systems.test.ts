import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Crs, crsOf } from '../crs/crs.ts';
import { geoKeysText } from '../crs/read/geo-keys.ts';
import { ellipsoidalPlace } from '../crs/transform.ts';
import { type KeyTable, keyRecords } from '../crs/write/geo-keys.ts';
import { bytesIn, converted, given, outputIn } from './testing/convert.ts';
import { lasFile, readLas, type TestPoint } from './testing/las-file.ts';

const point = (x: number, y: number, z: number): TestPoint => ({
  place: [x, y, z],
  color: [0, 0, 0],
  intensity: 1,
  classification: 2,
  returnNumber: 1,
  returnCount: 1,
  withheld: false,
  userData: 0,
  source: 0,
  time: 0,
});
const around = ([x, y, z]: readonly [number, number, number]): TestPoint[] =>
  Array.from({ length: 9 }, (_, n) =>
    point(Math.round(100 * x) + 100 * (n % 3), Math.round(100 * y) + 100 * Math.floor(n / 3), Math.round(100 * z)),
  );

type Records = readonly (readonly [id: number, data: Buffer])[];

/** A LAS file about a place, with these records of where it is. */
function las(place: readonly [number, number, number], records: Records, wkt = false): Buffer {
  const layout = { minor: 2, format: 0, scale: 0.01, offset: [0, 0, 0], extra: 0, epsg: 0 } as const;
  const plain = lasFile(around(place), layout);
  const all = records.map(([id, data]) => {
    const head = Buffer.alloc(54);
    head.write('LASF_Projection', 2);
    head.writeUInt16LE(id, 18);
    head.writeUInt16LE(data.length, 20);
    return Buffer.concat([head, data]);
  });
  const added = Buffer.concat(all);
  plain.writeUInt32LE(227 + added.length, 96);
  plain.writeUInt32LE(all.length, 100);
  if (wkt) plain.writeUInt16LE(0x10, 6);
  return Buffer.concat([plain.subarray(0, 227), added, plain.subarray(227)]);
}

function keyed(keys: KeyTable): Records {
  const { directory, doubles, text } = keyRecords(keys);
  const words = Buffer.from(Uint16Array.from(directory).buffer);
  const numbers = Buffer.from(Float64Array.from(doubles).buffer);
  return [
    [34_735, words],
    [34_736, numbers],
    [34_737, Buffer.from(text)],
  ];
}

/** What a written LAS file says of its system: the text of 1.4, or the keys of 1.2. */
function systemIn(file: Buffer): Crs | undefined {
  const found = new Map<number, Buffer>();
  let at = file.readUInt16LE(94);
  for (let n = 0; n < file.readUInt32LE(100); n++) {
    const length = file.readUInt16LE(at + 20);
    found.set(file.readUInt16LE(at + 18), file.subarray(at + 54, at + 54 + length));
    at += 54 + length;
  }
  const wkt = found.get(2112)?.toString('utf8').replace(/\0$/, '');
  const numbers = (id: number, size: number) => {
    const bytes = found.get(id) ?? Buffer.alloc(0);
    return Array.from({ length: bytes.length / size }, (_, n) =>
      size === 2 ? bytes.readUInt16LE(2 * n) : bytes.readDoubleLE(8 * n),
    );
  };
  const keys = geoKeysText(numbers(34_735, 2), numbers(34_736, 8), found.get(34_737)?.toString('latin1'));
  return crsOf(wkt ?? keys ?? '');
}

const degrees = (crs: Crs | undefined, place: readonly [number, number, number]) =>
  crs && ellipsoidalPlace(crs, place).map((one) => Number(one.toFixed(5)));

/** Converts, and looks at what all outputs say of the first point. */
async function placed(file: Buffer, options = {}) {
  const result = await converted([given('a.las', file)], 'LAS', ['GLBC', 'LAS', 'LAZ'], options);
  const [written, packed] = [bytesIn(result, 'LAS'), bytesIn(result, 'LAZ')];
  const [first] = readLas(written);
  assert.ok(first);
  const places = [systemIn(written), systemIn(packed)].map((crs) => degrees(crs, first.place));
  const codes = result.warnings.map(({ code, params }) => [code, ...params]);
  return { result, places, codes, tiles: outputIn(result, 'GLBC') };
}

describe('clouds in systems of the field', () => {
  it('whose unit differs from that of their system are in that unit, and say so', async () => {
    const file = las([2_044_700, 1_267_800, 102], keyed({ 1024: 1, 3072: 26995, 3076: 9003 }));
    const { places, codes, tiles } = await placed(file);
    const metres = 1200 / 3937;
    const right = degrees(crsOf('EPSG:26995'), [2_044_700 * metres, 1_267_800 * metres, 102 * metres]);
    assert.deepEqual(places, [right, right]);
    assert.deepEqual(codes, [['UnitKeyDiffers', 'a.las', 'metre', 'US survey foot']]);
    assert.equal(tiles.crs?.id, 'EPSG:26995');
    assert.ok(Math.abs((tiles.extent?.south ?? 0) - (right?.[1] ?? 0)) < 1e-5);
  });

  it('with heights in feet over a plan in metres stand at their height in metres', async () => {
    const file = las([400_000, 4_500_000, 420], keyed({ 1024: 1, 3072: 2991, 4096: 6360 }));
    const { places, result } = await placed(file);
    for (const place of places) assert.equal(place?.[2], Number((420 * (1200 / 3937)).toFixed(5)));
    const onGlobe = await converted([given('a.las', file)], 'LAS', ['LAS'], { outputSRS: 'EPSG:4978' });
    const [earth] = readLas(bytesIn(onGlobe, 'LAS'));
    const back = earth && degrees(crsOf('EPSG:4978'), earth.place);
    assert.ok(Math.abs((back?.[2] ?? 0) - 420 * (1200 / 3937)) < 0.01, String(back));
    assert.deepEqual(result.outputs[1]?.crs, { id: 'EPSG:2991', verticalId: 'EPSG:6360' });
  });

  it('of a system of nobody keep it in files of both versions', async () => {
    const keys = {
      1024: 1,
      2048: 4258,
      3072: 32_767,
      3074: 32_767,
      3075: 1,
      3076: 9002,
      3080: 9.2,
      3081: 48.1,
      3082: 1000,
      3083: 2000,
      3092: 1.00007,
    };
    const { places, codes } = await placed(las([1100, 2300, 30], keyed(keys)));
    const right = degrees(crsOf(JSON.stringify(keys)), [1100, 2300, 30]);
    assert.deepEqual(places, [right, right]);
    assert.ok(Math.abs((right?.[0] ?? 0) - 9.2) < 0.01 && Math.abs((right?.[1] ?? 0) - 48.1) < 0.01);
    assert.deepEqual(codes, []);
  });

  it('whose degrees are none are local, and say so', async () => {
    const file = las([515_392, 1_918_340, 20], keyed({ 1024: 2, 2048: 4326 }));
    const { codes, tiles } = await placed(file);
    assert.deepEqual(codes, [['NoGeoreference'], ['CoordinatesNotDegrees', 'a.las', 'EPSG:4326']]);
    assert.deepEqual([tiles.crs, tiles.extent], [null, null]);
    await assert.rejects(converted([given('a.las', file)], 'LAS', ['LAS'], { outputSRS: 'EPSG:32610' }), {
      code: 'InputSrsUnknown',
    });
  });

  it('far from the area of their system keep it, and say how far', async () => {
    const { codes, tiles } = await placed(las([500_000, 1_000_000, 20], keyed({ 1024: 1, 3072: 25832 })));
    assert.deepEqual(
      codes.map((one) => one.slice(0, 3)),
      [['CoordinatesOutsideArea', 'a.las', 'ETRS89 / UTM zone 32N']],
    );
    assert.equal(tiles.crs?.id, 'EPSG:25832');
  });

  it('are where the record says that their header names: text where the bit is set, else keys', async () => {
    const wkt =
      'PROJCS["x",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]],PROJECTION["Transverse_Mercator"],PARAMETER["central_meridian",15],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],UNIT["metre",1],AUTHORITY["EPSG","32633"]]';
    const records: Records = [...keyed({ 1024: 1, 3072: 25832 }), [2112, Buffer.from(`${wkt}\0`)]];
    const place = [450_000, 1_900_000, 10] as const;
    for (const [isWkt, id] of [
      [true, 'EPSG:32633'],
      [false, 'EPSG:25832'],
    ] as const) {
      const { outputs } = await converted([given('a.las', las(place, records, isWkt))], 'LAS', ['LAS']);
      assert.equal(outputs[0]?.crs?.id, id);
    }
  });

  it('of several systems become one cloud in the first, with heights in its unit', async () => {
    const metres = las([500_000, 1_000_000, 100], keyed({ 1024: 1, 3072: 32632 }));
    const feet = las([500_000 / 0.3048, 1_000_000 / 0.3048, 100 / 0.3048], keyed({ 1024: 1, 3072: 32632, 3076: 9002 }));
    const files = [given('a.las', metres), given('b.las', feet)];
    const result = await converted(files, 'LAS', ['LAS'], { merge: true });
    const all = readLas(bytesIn(result, 'LAS'));
    assert.equal(all.length, 18);
    for (const [n, { place }] of all.entries()) {
      assert.ok(Math.abs(place[2] - 100) < 0.002, String(place));
      if (n >= 9) assert.ok(Math.abs(place[0] - 500_000) < 1, String(place));
    }
  });

  it('moved to a system in metres keep their heights in feet, which the file names', async () => {
    const file = las([2_000_000, 600_000, 300], keyed({ 1024: 1, 3072: 2994 }));
    const { result, places } = await placed(file, { outputSRS: 'EPSG:26910' });
    const [first] = readLas(bytesIn(result, 'LAS'));
    assert.equal(first?.place[2], 300);
    for (const place of places) assert.equal(place?.[2], Number((300 * 0.3048).toFixed(5)));
  });

  it('moved to a system with heights of another unit change the unit and not the datum', async () => {
    const file = las([500_000, 1_900_000, 300], keyed({ 1024: 1, 3072: 26910, 4096: 6360 }));
    const result = await converted([given('a.las', file)], 'LAS', ['LAS'], { outputSRS: 'EPSG:26910+5703' });
    const [first] = readLas(bytesIn(result, 'LAS'));
    assert.ok(Math.abs((first?.place[2] ?? 0) - 300 * (1200 / 3937)) < 0.001);
    assert.ok(
      result.warnings.some(({ code, params }) => code === 'VerticalDatumNotApplied' && params[0] === 'EPSG:5703'),
    );
  });
});
