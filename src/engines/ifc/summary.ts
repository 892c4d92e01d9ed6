import {
  id64,
  numberOf as numberOfId,
  productPartition,
  projectPartition,
  spatialPartition,
} from '../snapshot/id64.ts';
import type { TypeList } from '../snapshot/types.ts';
import {
  type Box,
  type ClassCount,
  type ElementRecord,
  type Group,
  type Partition,
  type SnapshotHeader,
  snapshotFormat,
} from '../snapshot/types.ts';
import { union } from './box.ts';
import type { Element } from './describe/elements.ts';
import { ecefTransform } from './describe/georeference.ts';
import { misplaced } from './describe/misplaced.ts';
import type { Placements } from './describe/placement.ts';
import { type Leaf, treeOf } from './describe/tree.ts';
import { newWhereabouts } from './describe/whereabouts.ts';
import { isSpatial } from './record.ts';
import { type Instance, type Model, textOf } from './step/model.ts';
import type { Units } from './units.ts';

export interface Summary {
  add(record: ElementRecord, element: Element): void;
  /** `refused`: why there is no geometry. */
  header(refused: string | undefined, groups: readonly Group[], types: TypeList): SnapshotHeader;
}

interface Of {
  readonly project: Instance | undefined;
  readonly units: Units;
  readonly placements: Placements;
}

/** Counts, extents and tree of the elements, as they are written. */
export function summary(model: Model, { project, units, placements }: Of): Summary {
  const classes = new Map<string, ClassCount>();
  const extents = new Map<string, Box>();
  const leaves: Leaf[] = [];
  let meshes = 0;
  let triangles = 0;
  const whereabouts = newWhereabouts();
  const strays = misplaced(model, units, placements, whereabouts);
  return {
    add(record, element) {
      const { classId: id, class: name, categoryId, subCategoryId, partitionId, box } = record;
      const count = (classes.get(id)?.count ?? 0) + 1;
      classes.set(id, { id, name, categoryId, subCategoryId, count });
      if (record.mesh !== undefined) meshes++;
      triangles += record.mesh?.triangles ?? 0;
      strays.add(record, element);
      if (box !== undefined) extents.set(partitionId, union(extents.get(partitionId), box));
      const { globalId, parentId, containerId } = record;
      const spatial = isSpatial(model, element.entity);
      leaves.push({ id: record.id, globalId, class: name, name: record.name, parentId, containerId, spatial });
    },
    header(refused, groups, types) {
      const transform = ecefTransform({ model, units, placements, elements: whereabouts });
      strays.tell();
      return {
        format: snapshotFormat,
        schema: model.schema.name,
        siPerUnit: units.si,
        units: units.names,
        extents: [...extents.values()].reduce<Box | undefined>(union, undefined) ?? null,
        ecefTransform: transform,
        counts: { elements: leaves.length, meshes, triangles },
        classes: [...classes.values()].sort((a, b) => numberOfId(a.id) - numberOfId(b.id)),
        partitions: partitionsOf(project, extents),
        tree: treeOf(
          project === undefined ? null : { globalId: textOf(project.values[0]) ?? '', name: nameOf(project) },
          leaves,
        ),
        groups,
        types,
        ...(refused === undefined ? {} : { geometryRefused: refused }),
        report: model.issues.report(),
      };
    },
  };
}

const nameOf = (project: Instance | undefined): string | null => textOf(project?.values[2]);

function partitionsOf(project: Instance | undefined, extents: ReadonlyMap<string, Box>): Partition[] {
  const named: [number, string][] = [
    [projectPartition, nameOf(project) ?? 'Project'],
    [productPartition, 'Elements'],
    [spatialPartition, 'Spatial structure'],
  ];
  return named.map(([number, name]) => {
    const box = extents.get(id64(number));
    return { id: id64(number), name, ...(box === undefined ? {} : { extents: box }) };
  });
}
