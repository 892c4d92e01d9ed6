import { categoryOf, classNumber, id64, productPartition, spatialPartition, subCategoryOf } from '../snapshot/id64.ts';
import type { Classification, ElementRecord, ElementType, Id64, MaterialUse, PropertySet } from '../snapshot/types.ts';
import { checksumsOf, valuesOf } from '../snapshot/values.ts';
import { classification } from './describe/classifications.ts';
import type { Element } from './describe/elements.ts';
import { geometryHasher, type ShapeHash } from './describe/entity-hash.ts';
import type { Groups } from './describe/groups.ts';
import type { Hierarchy } from './describe/hierarchy.ts';
import { layersOf } from './describe/layers.ts';
import { materialUse } from './describe/materials.ts';
import type { Placements } from './describe/placement.ts';
import { directAttributes } from './describe/properties.ts';
import type { Relations } from './describe/relations.ts';
import { setReader } from './describe/sets.ts';
import { noiseOf } from './describe/sketches.ts';
import type { ElementShape } from './mesh/element-meshes.ts';
import { type Model, textOf } from './step/model.ts';
import type { Units } from './units.ts';

export interface Describing {
  readonly model: Model;
  readonly relations: Relations;
  readonly hierarchy: Hierarchy;
  readonly groups: Groups;
  readonly placements: Placements;
  readonly units: Units;
}

/** Makes the records of the elements, one at a time. */
export interface Recorder {
  /** May be asked before the meshes are there: it takes longest. */
  shapeHash(element: Element): ShapeHash | null;
  record(element: Element, shape: ElementShape): ElementRecord;
}

export function recorder({ model, relations, hierarchy, groups, placements, units }: Describing): Recorder {
  const layers = layersOf(model);
  const sets = setReader(model);
  const classes = classIds(model);
  const shapeHash = shapeHashes(model, relations, units);
  const idOf = (element: Element | undefined): Id64 => (element === undefined ? '0' : id64(element.id));
  return {
    shapeHash,
    record(element, { mesh, box, measured }) {
      const instance = model.read(element.number) ?? { number: element.number, entity: element.entity, values: [] };
      const typeNumber = relations.types.get(element.number)?.[0];
      const container = hierarchy.container(element);
      const shape = shapeHash(element);
      const described = {
        id: id64(element.id),
        globalId: element.key,
        ...classes(element.entity),
        parentId: idOf(hierarchy.parent(element)),
        parentRelation: hierarchy.relation(element) ?? null,
        containerId: idOf(container),
        name: textOf(instance.values[2]),
        tag: textOf(model.get(instance, 'Tag')),
        ...(box === undefined ? {} : { box }),
        instance: element.number,
        rootId: idOf(hierarchy.root(element)),
        container: container?.key ?? null,
        groups: groups.of(element),
        placement: placements(element.placement),
        ...(mesh === undefined ? {} : { mesh: mesh.mesh }),
        ...(measured === undefined ? {} : { measured }),
        geometryHash: shape?.hash ?? null,
        ...(shape === null ? {} : { shapeSketch: shape.sketch }),
        attributes: directAttributes(model, instance),
        propertySets: setsOf(element, typeNumber),
        type: typeNumber === undefined ? null : typeOf(model, typeNumber),
        materials: materialsOf(element, typeNumber),
        classifications: classificationsOf(element, typeNumber),
        layers: layers(element.representation),
        colors: mesh?.colors ?? [],
      };
      return { ...described, checksums: checksumsOf(valuesOf(described)) };
    },
  };

  function setsOf(element: Element, type: number | undefined): PropertySet[] {
    const own = sets.named(relations.propertySets.get(element.number) ?? [], 'element');
    return type === undefined ? own : [...own, ...sets.named(sets.ofType(type), 'type')];
  }

  /** Those of its type where it has none itself. */
  function related(links: Relations['materials'], element: Element, type: number | undefined): readonly number[] {
    return links.get(element.number) ?? (type === undefined ? [] : (links.get(type) ?? []));
  }

  function materialsOf(element: Element, type: number | undefined): MaterialUse[] {
    return related(relations.materials, element, type).flatMap((number) => materialUse(model, number) ?? []);
  }

  function classificationsOf(element: Element, type: number | undefined): Classification[] {
    return related(relations.classifications, element, type).flatMap((number) => classification(model, number) ?? []);
  }
}

/** Each is made once. */
function shapeHashes(model: Model, relations: Relations, units: Units): Recorder['shapeHash'] {
  const hash = geometryHasher(model, noiseOf(units.metresPerUnit));
  const hashes = new Map<number, ShapeHash | null>();
  return (element) => {
    const known = hashes.get(element.number);
    if (known !== undefined) return known;
    const instance = model.read(element.number);
    const found = instance === undefined ? null : hash(instance, relations.openings.get(element.number) ?? []);
    hashes.set(element.number, found);
    return found;
  };
}

function typeOf(model: Model, number: number): ElementType | null {
  const type = model.read(number);
  if (type === undefined) return null;
  const name = textOf(type.values[2]);
  return { globalId: textOf(type.values[0]) ?? '', class: model.schema.spelling(type.entity) ?? type.entity, name };
}

/** The ids that follow from the class of an element. */
function classIds(model: Model) {
  const known = new Map<
    string,
    Pick<ElementRecord, 'classId' | 'class' | 'categoryId' | 'subCategoryId' | 'partitionId'>
  >();
  const make = (entity: string) => {
    const code = classNumber(entity);
    return {
      classId: id64(code),
      class: model.schema.spelling(entity) ?? entity,
      categoryId: id64(categoryOf(code)),
      subCategoryId: id64(subCategoryOf(code)),
      partitionId: id64(isSpatial(model, entity) ? spatialPartition : productPartition),
    };
  };
  return (entity: string) => {
    const found = known.get(entity) ?? make(entity);
    known.set(entity, found);
    return found;
  };
}

export const isSpatial = (model: Model, entity: string): boolean =>
  model.schema.is(entity, 'IFCSPATIALELEMENT') || model.schema.is(entity, 'IFCSPATIALSTRUCTUREELEMENT');
