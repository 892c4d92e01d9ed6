import { crc32 } from 'node:zlib';
import { breathe, type EngineContext, EngineFailure } from '../../engine.ts';
import { id64, spatialPartition } from '../../snapshot/id64.ts';
import { type Place, placesOf } from '../../snapshot/places.ts';
import type { Snapshot } from '../../snapshot/reader.ts';
import type { ElementRecord, SnapshotHeader } from '../../snapshot/types.ts';
import type { Cell } from '../table/table.ts';
import { type ExtraColumns, extraCells } from './extra.ts';
import { type Part, partsOf } from './parts.ts';
import { type Quantities, quantitiesOf } from './quantities.ts';

/** What a calculation keeps of an element. */
export interface TakeoffElement extends Place {
  readonly id: string;
  readonly globalId: string;
  readonly class: string;
  readonly name: string | null;
  readonly tag: string | null;
  readonly parentId: string;
  readonly containerId: string;
  readonly typeName: string | null;
  readonly typeGlobalId: string | null;
  /** Codes, or names where there is none. */
  readonly classifications: readonly string[];
  readonly box: ElementRecord['box'];
  /** Of the mesh, m² and, of a closed one, m³. */
  readonly meshArea: number | null;
  readonly meshVolume: number | null;
  readonly quantities: Quantities;
  readonly parts: readonly Part[];
  /** Of all layers, in metres. */
  readonly thickness: number | null;
  /** Cells of the columns that were asked for besides the usual ones. */
  readonly extra: ReadonlyMap<string, Cell>;
}

export interface Elements {
  readonly elements: readonly TakeoffElement[];
  /** Names of the columns asked for that some element has. */
  readonly extraColumns: ReadonlySet<string>;
  /** Elements that are counted by their parts instead. */
  readonly byParts: number;
  /** Elements that are in the file a second time, with the same GlobalId, shape and place. */
  readonly duplicates: number;
}

/** What is not built of anything: openings, grids, ports, lines, and the models of structural analysis. */
const bodiless =
  /^Ifc(?:Opening(?:Element|StandardCase)|VoidingFeature|EarthworksCut|VirtualElement|Annotation|Grid|Port|DistributionPort|Alignment.*|Linear(?:Element|PositioningElement)|PositioningElement|Referent|Structural.*)$/;
const spatial = id64(spatialPartition);
const batch = 500;

/** Of the elements of a model those that are counted, each once. */
export async function elementsOf(snapshot: Snapshot, extra: ExtraColumns, context: EngineContext): Promise<Elements> {
  const { header } = snapshot;
  if (header.format < 2) {
    const why = 'was imported by an earlier version of the server, which kept too little of its quantities';
    throw new EngineFailure('OldSnapshot', `This version of the model ${why}. Upload the file again.`);
  }
  const read = reader(header, extra);
  const all: (TakeoffElement & Kinship)[] = [];
  for await (const record of snapshot.elements()) {
    if (record.partitionId !== spatial && !bodiless.test(record.class)) all.push(read.element(record));
    if (++read.seen % batch !== 0) continue;
    context.progress({ done: read.seen });
    await breathe();
    context.signal?.throwIfAborted();
  }
  context.progress({ done: read.seen });
  const single = withoutDuplicates(all);
  const wholes = wholesOf(single);
  const elements = single.filter(({ id }) => !wholes.has(id));
  return {
    elements,
    extraColumns: read.extraColumns,
    byParts: single.length - elements.length,
    duplicates: all.length - single.length,
  };
}

interface Kinship {
  readonly isPart: boolean;
  /** Equal for equal shapes in the same place. */
  readonly shape: number;
}

/** What is counted by its parts, or by the parts of those. */
function wholesOf(all: readonly (TakeoffElement & Kinship)[]): ReadonlySet<string> {
  const wholes = new Set<string>();
  const byId = new Map(all.map((one) => [one.id, one]));
  for (const one of all) {
    let part = isMeasured(one) ? one : undefined;
    while (part?.isPart && !wholes.has(part.parentId)) {
      wholes.add(part.parentId);
      part = byId.get(part.parentId);
    }
  }
  return wholes;
}

const isMeasured = ({ quantities: { volume, area, length, mass } }: TakeoffElement): boolean =>
  [volume, area, length, mass].some((one) => one !== undefined);

/** The second one of a GlobalId is the same element again where its shape and place are those of the first one. */
function withoutDuplicates<E extends TakeoffElement & Kinship>(all: readonly E[]): readonly E[] {
  const repeated = /~\d+$/;
  const first = new Map(all.filter((one) => !repeated.test(one.globalId)).map((one) => [one.globalId, one]));
  return all.filter((one) => {
    const other = repeated.test(one.globalId) ? first.get(one.globalId.replace(repeated, '')) : undefined;
    return other === undefined || other.shape !== one.shape || other.class !== one.class;
  });
}

function reader(header: SnapshotHeader, extra: ExtraColumns) {
  const placeOf = placesOf(header.tree);
  const extraColumns = new Set<string>();
  return {
    seen: 0,
    extraColumns,
    element(record: ElementRecord): TakeoffElement & Kinship {
      const { parts, thickness } = partsOf(record.materials, header.siPerUnit.length);
      const { mesh } = record;
      return {
        id: record.id,
        globalId: record.globalId,
        class: record.class,
        name: record.name,
        tag: record.tag,
        parentId: record.parentId,
        containerId: record.containerId,
        ...placeOf(record.containerId),
        typeName: record.type?.name ?? null,
        typeGlobalId: record.type?.globalId ?? null,
        classifications: record.classifications.flatMap(({ code, name }) => code || name || []),
        box: record.box,
        meshArea: mesh?.area ?? null,
        meshVolume: mesh?.closed ? mesh.volume : null,
        quantities: quantitiesOf(record, header.siPerUnit, thickness),
        parts,
        thickness,
        extra: extraCells(record, extra, header.siPerUnit, extraColumns),
        isPart: record.parentRelation === 'part',
        shape: crc32(JSON.stringify([record.geometryHash, record.placement])),
      };
    },
  };
}
