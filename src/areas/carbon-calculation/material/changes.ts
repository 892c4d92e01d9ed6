import { keyOf } from '../../../engines/carbon/calculate.ts';
import { type FoundMaterial, type FoundQuantities, measures } from '../../../engines/carbon/materials.ts';

/** What became of a material since an earlier version. */
export interface MaterialChange {
  readonly change: 'New' | 'Changed' | 'Same';
  /** Its quantities in that version; absent of a new one. */
  readonly before?: FoundQuantities;
}

export interface MaterialChanges {
  of(material: FoundMaterial): MaterialChange;
  /** Those of the earlier version that are in this one no more. */
  readonly gone: readonly FoundMaterial[];
}

const placeOf = ({ name, category }: FoundMaterial): string =>
  JSON.stringify([name === null ? null : keyOf(name), category]);

/** Compares what two versions of a model are made of. */
export function materialChanges(before: readonly FoundMaterial[], now: readonly FoundMaterial[]): MaterialChanges {
  const earlier = new Map(before.map((one) => [placeOf(one), one]));
  const present = new Set(now.map(placeOf));
  return {
    of(material) {
      const old = earlier.get(placeOf(material));
      if (old === undefined) return { change: 'New' };
      return { change: isSame(old, material) ? 'Same' : 'Changed', before: quantitiesOf(old) };
    },
    gone: before.filter((one) => !present.has(placeOf(one))),
  };
}

const quantitiesOf = ({ elements, count, volume, area, length, mass }: FoundQuantities): FoundQuantities => ({
  elements,
  count,
  volume,
  area,
  length,
  mass,
});

/** Of meshes that were made twice the last digits differ. */
const tolerance = 1e-6;

function isSame(a: FoundQuantities, b: FoundQuantities): boolean {
  const near = (one: number | null, other: number | null) =>
    one === other || (one !== null && other !== null && Math.abs(one - other) <= tolerance * Math.abs(one));
  return a.elements === b.elements && a.count === b.count && measures.every((measure) => near(a[measure], b[measure]));
}
