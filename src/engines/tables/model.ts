import { breathe, type EngineContext } from '../engine.ts';
import { openFile } from '../random-access.ts';
import { measuredValues } from '../snapshot/measures.ts';
import { placesOf } from '../snapshot/places.ts';
import { openSnapshot } from '../snapshot/reader.ts';
import type { ElementRecord, Json, PropertySet, SnapshotHeader } from '../snapshot/types.ts';
import { modelTables } from './model-tables.ts';
import type { ModelTablesParams, ModelTablesResult } from './params.ts';
import { newTableFile, type WriteRow } from './table-file.ts';

const batch = 500;
type Place = ReturnType<ReturnType<typeof placesOf>>;

/** Writes the table file of a version of a model. */
export async function writeModelTables(
  { snapshot: path, output }: ModelTablesParams,
  context: EngineContext,
): Promise<ModelTablesResult> {
  const snapshot = await openSnapshot(await openFile(path));
  const file = newTableFile(output);
  try {
    const { header } = snapshot;
    const total = header.counts.elements;
    const write = new Map(modelTables.map((table) => [table.name, file.table(table)]));
    const placeOf = placesOf(header.tree);
    context.progress({ step: 'Writing tables', unit: 'elements', total, done: 0 });
    let done = 0;
    for await (const record of snapshot.elements()) {
      writeElement(record, placeOf(record.containerId), header, write);
      if (++done % batch !== 0) continue;
      context.progress({ done });
      await breathe();
      context.signal?.throwIfAborted();
    }
    context.progress({ done });
    file.done();
    return { elements: done };
  } catch (error) {
    file.close();
    throw error;
  } finally {
    await snapshot.close();
  }
}

type Writers = ReadonlyMap<string, WriteRow>;

function writeElement(record: ElementRecord, place: Place, header: SnapshotHeader, writers: Writers): void {
  const { id, box, mesh } = record;
  const idOrNull = (one: string): string | null => (one === '0' ? null : one);
  writers.get('Elements')?.([
    id,
    record.globalId,
    record.class,
    record.name,
    record.tag,
    idOrNull(record.parentId),
    idOrNull(record.containerId),
    place.building,
    place.storey,
    place.space,
    record.type?.name ?? null,
    record.type?.globalId ?? null,
    materialNames(record),
    ...(box ? [...box.low, ...box.high] : [null, null, null, null, null, null]),
    mesh?.area ?? null,
    mesh?.closed ? mesh.volume : null,
  ]);
  for (const set of record.propertySets) {
    if (set.kind === 'properties') writeProperties(id, set, header, writers);
    else writeQuantities(id, set, header, writers);
  }
  writeMaterials(record, header, writers);
  for (const [at, { system, code, name }] of record.classifications.entries()) {
    writers.get('Classifications')?.([id, at + 1, system, code, name]);
  }
}

/** Names of materials, joined by "; ". */
const materialNames = ({ materials }: ElementRecord): string | null =>
  materials.flatMap((use) => use.materials.flatMap(({ name }) => name ?? [])).join('; ') || null;

/** Tells values of one set apart whose paths are written alike. */
function namesOf(): (path: readonly string[]) => string {
  const seen = new Map<string, number>();
  return (path) => {
    const name = path.join('.');
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return number === 1 ? name : `${name}~${number}`;
  };
}

function writeProperties(id: string, set: PropertySet, { siPerUnit }: SnapshotHeader, writers: Writers): void {
  const nameOf = namesOf();
  for (const { path, value, unit } of measuredValues(set, siPerUnit)) {
    const number = typeof value === 'number' ? value : null;
    writers.get('Properties')?.([id, set.of, set.name, nameOf(path), textOf(value), number, unit]);
  }
}

function textOf(value: Json): string | null {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const units: Readonly<Record<string, readonly [kind: string, unit: string]>> = {
  length: ['length', 'm'],
  area: ['area', 'm2'],
  volume: ['volume', 'm3'],
  mass: ['weight', 'kg'],
  count: ['count', '1'],
  time: ['time', 's'],
};

/** In SI units, where the file says in which unit they are. */
function writeQuantities(id: string, set: PropertySet, { siPerUnit }: SnapshotHeader, writers: Writers): void {
  const nameOf = namesOf();
  for (const { path, value, kind, siPerUnit: si } of measuredValues(set, siPerUnit)) {
    if (typeof value !== 'number') continue;
    const known = si === null ? undefined : units[kind];
    const [named, unit] = known ?? ['unknown', ''];
    const amount = known && si !== null ? value * si : value;
    writers.get('Quantities')?.([id, set.of, set.name, nameOf(path), named, amount, unit]);
  }
}

function writeMaterials({ id, materials }: ElementRecord, { siPerUnit }: SnapshotHeader, writers: Writers): void {
  let position = 0;
  for (const use of materials) {
    for (const { name, category, thickness, fraction } of use.materials) {
      const metres = thickness === undefined || siPerUnit.length === null ? null : thickness * siPerUnit.length;
      writers.get('Materials')?.([id, ++position, use.kind, name, category ?? null, metres, fraction ?? null]);
    }
  }
}
