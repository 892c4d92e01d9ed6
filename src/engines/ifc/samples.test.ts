import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measuredValues } from '../snapshot/measures.ts';
import type { ElementRecord, PropertySet } from '../snapshot/types.ts';
import { imported, sample, withoutSamples } from './testing/files.ts';

describe('public sample files', { skip: withoutSamples }, () => {
  it('duplex (IFC2X3)', async () => {
    const { header, records, of } = await imported(sample('duplex.ifc'));
    assert.deepEqual([header.schema, header.counts], ['IFC2X3', { elements: 295, meshes: 215, triangles: 26774 }]);
    assert.equal(header.report.issueCount, 0);
    assert.deepEqual(header.siPerUnit, { ...metric, mass: null, angle: 0.01745329251994328 });
    assert.deepEqual(kindsOf(records, 'quantities'), { area: 21 });
    const { unknown, ...measured } = kindsOf(records, 'properties');
    assert.deepEqual(measured, { length: 1508, area: 133, volume: 131, angle: 16 });
    assert.equal(Object.values(measured).reduce((a, b) => a + b, 0) + (unknown ?? 0), 13434);
    assert.equal(records.filter(({ mesh }) => mesh?.closed === true).length, 207, 'railings and chairs are open');
    const counted = Object.fromEntries(header.classes.map(({ name, count }) => [name, count]));
    assert.deepEqual(
      ['IfcWallStandardCase', 'IfcWindow', 'IfcDoor', 'IfcSpace', 'IfcOpeningElement', 'IfcSlab'].map(
        (name) => counted[name],
      ),
      [56, 24, 14, 21, 50, 21],
    );
    const door = of('1hOSvn6df7F8_7GcBWlRGQ');
    assert.deepEqual(door.attributes.OverallHeight, 2.01);
    const common = door.propertySets.find((set) => set.name === 'Pset_DoorCommon');
    assert.deepEqual(common?.properties, {
      Reference: 'M_Single-Flush:1250mm x 2010mm',
      IsExternal: true,
      FireRating: 'Fire Rating',
    });
    assert.equal(of(door.container ?? '').name, 'Level 1');
    // Chicago
    const [, , , x, , , , y, , , , z] = header.ecefTransform ?? [];
    assert.deepEqual(
      [x, y, z].map((value) => Math.round((value ?? 0) / 1e4)),
      [20, -475, 424],
    );
  });

  it('AC20-FZK-Haus (IFC4): the volumes of its walls are those it declares', async () => {
    const { header, records } = await imported(sample('AC20-FZK-Haus.ifc'));
    assert.deepEqual([header.schema, header.counts], ['IFC4', { elements: 127, meshes: 83, triangles: 21722 }]);
    assert.deepEqual(header.siPerUnit, { ...metric, mass: 0.001, angle: 0.0174532925199 });
    assert.deepEqual(kindsOf(records, 'quantities'), { length: 2050, area: 742, volume: 372, count: 120 });
    const open = records.filter(({ mesh }) => mesh?.closed === false).map((record) => record.class);
    assert.deepEqual(open, ['IfcWallStandardCase', 'IfcWallStandardCase'], 'gables, cut by a roof');
    const declared = (wall: ElementRecord) =>
      wall.propertySets.find((set) => set.name === 'BaseQuantities')?.properties.NetVolume as number;
    const walls = records.filter((record) => record.class.startsWith('IfcWall'));
    assert.ok(walls.length >= 13);
    for (const wall of walls) {
      const ratio = (wall.mesh?.volume ?? 0) / declared(wall);
      assert.ok(Math.abs(ratio - 1) < 0.01, `${wall.name}: ${wall.mesh?.volume} m³, not ${declared(wall)} m³`);
    }
  });

  it('IfcOpenHouse (IFC4, millimetres)', async () => {
    const { header } = await imported(sample('IfcOpenHouse_IFC4.ifc'));
    assert.deepEqual(header.counts, { elements: 47, meshes: 35, triangles: 1098 });
    assert.deepEqual([header.siPerUnit.length, header.units.LENGTHUNIT], [0.001, 'MILLIMETRE']);
    const { low, high } = header.extents ?? { low: [0, 0, 0], high: [0, 0, 0] };
    assert.ok(Math.max(...high.map((value, axis) => value - (low[axis] ?? 0))) < 50, 'it is larger than a house');
  });

  it('duplex and its second version differ in what was changed, and in nothing else', async () => {
    const first = await imported(sample('duplex.ifc'));
    const second = await imported(sample('duplex-v2.ifc'), { knownIds: first.result.newIds });
    const ids = new Set(second.records.map((record) => record.id));
    assert.equal(first.records.filter((record) => !ids.has(record.id)).length, 2);
    const before = new Map(first.records.map((record) => [record.id, record]));
    assert.equal(second.records.filter((record) => !before.has(record.id)).length, 1);
    const changed = second.records.filter((record) => {
      const old = before.get(record.id);
      return old !== undefined && JSON.stringify(compared(old)) !== JSON.stringify(compared(record));
    });
    assert.equal(changed.length, 48);
    const moved = changed.filter((record) => `${before.get(record.id)?.placement}` !== `${record.placement}`);
    assert.deepEqual(
      moved.map((record) => record.globalId),
      ['2O2Fr$t4X7Zf8NOew3FNbT'],
    );
    assert.equal(changed.filter((record) => before.get(record.id)?.geometryHash !== record.geometryHash).length, 0);
  });
});

const metric = { length: 1, area: 1, volume: 1, time: 1 };

/** How many values of the sets of elements and their types measure what. */
function kindsOf(records: readonly ElementRecord[], kind: PropertySet['kind']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const set of records.flatMap((record) => record.propertySets)) {
    if (set.kind !== kind) continue;
    const si = { ...metric, mass: 1, angle: 1 };
    for (const value of measuredValues(set, si)) counts[value.kind] = (counts[value.kind] ?? 0) + 1;
  }
  return counts;
}

const compared = ({ checksums, placement, geometryHash, rootId }: ElementRecord) => [
  checksums,
  placement,
  geometryHash,
  rootId,
];
