import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openFile } from '../random-access.ts';
import { canonicalJson, checksumOf } from './checksum.ts';
import { measuredValues } from './measures.ts';
import { openSnapshot } from './reader.ts';
import { elementRecord, snapshotHeader, writeSnapshot } from './testing/records.ts';
import { snapshotFormat } from './types.ts';
import { valuesOf } from './values.ts';
import { createSnapshot } from './writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
after(() => rmSync(folder, { recursive: true }));

describe('a snapshot', () => {
  const path = join(folder, 'many.snapshot');
  // far more than a block, with numbers left out
  const records = Array.from({ length: 3000 }, (_, n) =>
    elementRecord(0x1000 + 3 * n, { name: `Wall ${n} ${'ü'.repeat(300)}` }),
  );

  it('gives back header and elements in their order, all or from one on', async () => {
    writeSnapshot(path, records);
    const snapshot = await openSnapshot(await openFile(path));
    assert.deepEqual(snapshot.header, snapshotHeader(3000));
    assert.deepEqual(await Array.fromAsync(snapshot.elements()), records);
    assert.deepEqual(
      await Array.fromAsync(snapshot.elements('0x2000')),
      records.filter((r) => Number(r.id) > 0x2000),
    );
    const rows = await Array.fromAsync(snapshot.rows());
    assert.deepEqual(
      rows.map((row) => [row.id, row.name]),
      records.map((record) => [record.id, record.name]),
    );
    assert.equal('attributes' in (rows[0] ?? {}), false);
    await snapshot.close();
  });

  it('gives one element alone, reading a small part of the file', async () => {
    const file = await openFile(path);
    let read = 0;
    const counted = {
      ...file,
      read(offset: number, length: number) {
        read += length;
        return file.read(offset, length);
      },
    };
    const snapshot = await openSnapshot(counted);
    read = 0;
    assert.deepEqual(await snapshot.element(records[1777]?.id ?? ''), records[1777]);
    assert.ok(read < statSync(path).size / 4, `${read} bytes were read`);
    assert.equal(await snapshot.element('0x1001'), undefined);
    assert.equal(await snapshot.element('0x1'), undefined);
    assert.equal(await snapshot.element('0xffffff'), undefined);
    await snapshot.close();
  });

  it('that is given up leaves no file', () => {
    const given = join(folder, 'given-up.snapshot');
    const writer = createSnapshot(given);
    writer.add(elementRecord(0x1000));
    writer.close();
    assert.equal(existsSync(given), false);
  });

  it('may be empty', async () => {
    writeSnapshot(path, []);
    const snapshot = await openSnapshot(await openFile(path));
    assert.deepEqual(await Array.fromAsync(snapshot.elements()), []);
    assert.equal(await snapshot.element('0x1000'), undefined);
    await snapshot.close();
  });

  it('is told from other files', async () => {
    for (const text of ['', 'no snapshot', 'x'.repeat(100)]) {
      writeFileSync(path, text);
      await assert.rejects(openFile(path).then(openSnapshot), /not a snapshot/);
    }
  });
});

describe('a snapshot of format 1', () => {
  // the house of the demo, as it was imported before there was format 2
  const path = join(import.meta.dirname, 'testing', 'format-1.snapshot');

  it('is read, with what it does not know left out', async () => {
    const snapshot = await openSnapshot(await openFile(path));
    const { header } = snapshot;
    assert.deepEqual([header.format, header.counts.elements, header.groups], [1, 8, []]);
    const unknown = { area: null, volume: null, mass: null, time: null, angle: null };
    assert.deepEqual(header.siPerUnit, { length: 1, ...unknown });
    assert.equal('metresPerUnit' in header, false);
    const wall = await snapshot.element('0x1004');
    assert.equal(wall?.class, 'IfcWall');
    assert.deepEqual([wall?.mesh?.closed, wall?.parentRelation, wall?.groups], [undefined, undefined, undefined]);
    const [set] = wall?.propertySets ?? [];
    const [value] = set === undefined ? [] : measuredValues(set, header.siPerUnit);
    assert.deepEqual([value?.path, value?.kind, value?.siPerUnit], [['NetVolume'], 'unknown', null]);
    assert.equal((await Array.fromAsync(snapshot.elements())).length, 8);
    await snapshot.close();
  });

  it('is the oldest, and a newer one than this program knows is refused', async () => {
    const bytes = readFileSync(path);
    for (const format of [0, snapshotFormat + 1]) {
      bytes.writeUInt32LE(format, bytes.length - 12);
      const other = join(folder, 'other.snapshot');
      writeFileSync(other, bytes);
      await assert.rejects(openFile(other).then(openSnapshot), /has format \d, not 1 to 4/);
    }
  });
});

describe('the values that are compared', () => {
  it('have an accessor each', () => {
    const record = elementRecord(0x1000, {
      attributes: { Name: 'W', Tag: null, BuildingAddress: { Town: 'Ulm' } },
      propertySets: [
        { name: 'Pset', of: 'element', kind: 'properties', properties: { IsExternal: true, Gone: null } },
        { name: 'Pset', of: 'type', kind: 'properties', properties: { Width: 0.3 } },
      ],
      type: { globalId: 'T', class: 'IfcWallType', name: 'Thick' },
      materials: [{ kind: 'layers', materials: [{ name: 'Brick', thickness: 0.3 }] }],
      classifications: [
        { system: 'U', code: '2', name: 'b' },
        { system: 'U', code: '1', name: 'a' },
      ],
      container: 'S',
      layers: ['A'],
      colors: ['#ffffffff'],
    });
    assert.deepEqual(valuesOf(record), {
      properties: { Class: 'IfcWall', Name: 'W', BuildingAddress: { Town: 'Ulm' }, 'Pset.IsExternal': true },
      related: {
        Type: 'T',
        'Type.Name': 'Thick',
        'Type.Pset.Width': 0.3,
        Container: 'S',
        Material: [{ kind: 'layers', materials: [{ name: 'Brick', thickness: 0.3 }] }],
        Classification: [
          { system: 'U', code: '1' },
          { system: 'U', code: '2' },
        ],
      },
      hidden: { Layers: ['A'], Colors: ['#ffffffff'] },
    });
  });

  it('have the checksum of their canonical JSON', () => {
    assert.equal(canonicalJson({ b: [1, { d: null, c: 'ä' }], a: 0.5 }), '{"a":0.5,"b":[1,{"c":"ä","d":null}]}');
    assert.equal(checksumOf('123456789'), 2203660321, 'zlib of Python: crc32(b\'"123456789"\')');
    assert.equal(checksumOf(undefined), 0);
  });
});
