import { categoryOf, classNumber, id64, productPartition, subCategoryOf } from '../id64.ts';
import { type ElementRecord, type SnapshotHeader, snapshotFormat } from '../types.ts';
import { checksumsOf, valuesOf } from '../values.ts';
import { createSnapshot } from '../writer.ts';

/** A wall without anything, for tests; checksums follow from what it is given. */
export function elementRecord(number: number, more: Partial<ElementRecord> = {}): ElementRecord {
  const name = more.class ?? 'IfcWall';
  const code = classNumber(name.toUpperCase());
  const id = id64(number);
  const record = {
    id,
    globalId: `globalId-${number}`,
    classId: id64(code),
    class: name,
    categoryId: id64(categoryOf(code)),
    subCategoryId: id64(subCategoryOf(code)),
    partitionId: id64(productPartition),
    parentId: '0',
    containerId: '0',
    name: null,
    tag: null,
    instance: number,
    rootId: id,
    container: null,
    placement: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    geometryHash: null,
    attributes: {},
    propertySets: [],
    type: null,
    materials: [],
    classifications: [],
    layers: [],
    colors: [],
    ...more,
  };
  return { checksums: checksumsOf(valuesOf(record)), ...record };
}

export const snapshotHeader = (elements: number): SnapshotHeader => ({
  format: snapshotFormat,
  schema: 'IFC4',
  siPerUnit: { length: 1, area: 1, volume: 1, mass: 1, time: 1, angle: 1 },
  units: { LENGTHUNIT: 'METRE' },
  extents: null,
  ecefTransform: null,
  counts: { elements, meshes: 0, triangles: 0 },
  classes: [],
  partitions: [],
  tree: { project: null, children: [], counts: {} },
  groups: [],
  report: { issueCount: 0, issues: [] },
});

/** Writes a snapshot of these records. */
export function writeSnapshot(path: string, records: readonly ElementRecord[]): void {
  const writer = createSnapshot(path);
  for (const record of records) writer.add(record);
  writer.finish(snapshotHeader(records.length));
  writer.close();
}
