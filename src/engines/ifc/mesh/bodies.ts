import type { Model } from '../step/model.ts';
import { refsOf } from '../step/model.ts';

/** Items of a representation that are bodies or surfaces: what a mesh is expected of. */
const families = [
  'IFCSOLIDMODEL',
  'IFCBOOLEANRESULT',
  'IFCCSGPRIMITIVE3D',
  'IFCTESSELLATEDITEM',
  'IFCSHELLBASEDSURFACEMODEL',
  'IFCFACEBASEDSURFACEMODEL',
  'IFCSECTIONEDSPINE',
  'IFCSURFACE',
];
const deepest = 20;

export interface Body {
  /** As the standard spells it: "IfcSweptDiskSolid". */
  readonly name: string;
  /** The instance, and those it refers to: a mesh may be known as that of its shells. */
  readonly instances: readonly number[];
}

/** The bodies of a product's representation. Lines, points and texts are none. */
export function bodiesOf(model: Model, representation: number | null): readonly Body[] {
  const found: Body[] = [];
  const seen = new Set<number>();
  const look = (number: number, depth: number): void => {
    if (seen.has(number) || depth > deepest) return;
    seen.add(number);
    const item = model.read(number);
    if (item === undefined) return;
    const of = (attribute: string) => refsOf(model.get(item, attribute));
    if (families.some((family) => model.schema.is(item.entity, family))) {
      found.push({
        name: model.schema.spelling(item.entity) ?? item.entity,
        instances: [number, ...item.values.flatMap(refsOf)],
      });
    } else if (item.entity === 'IFCMAPPEDITEM') for (const source of of('MappingSource')) look(source, depth + 1);
    else
      for (const list of ['Representations', 'Items', 'MappedRepresentation', 'Elements'])
        for (const one of of(list)) look(one, depth + 1);
  };
  if (representation !== null) look(representation, 0);
  return found;
}
