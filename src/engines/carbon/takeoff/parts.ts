import type { Material, MaterialUse } from '../../snapshot/types.ts';

/** What an element is made of, with the share of it in the element. */
export interface Part {
  readonly material: string | null;
  readonly category: string | null;
  /** m */
  readonly thickness: number | null;
  /** Of volume and mass; null where the file does not say. */
  readonly share: number | null;
  /** It covers the whole area of the element: it is a layer, or all there is. */
  readonly wholeArea: boolean;
}

export interface Parts {
  readonly parts: readonly Part[];
  /** Of all layers together, air included, in metres. */
  readonly thickness: number | null;
}

/** `metres`: in one unit of length of the file; null where that is not known. */
export function partsOf(uses: readonly MaterialUse[], metres: number | null): Parts {
  const [use] = uses;
  const thickness = use?.kind === 'layers' && uses.length === 1 ? totalThickness(use.materials, metres) : null;
  const materials = uses.flatMap((one) => one.materials);
  const shares = use !== undefined && uses.length === 1 ? sharesOf(use) : [];
  const parts = materials.map(({ name, category, thickness: own }, at): Part => {
    const share = materials.length === 1 ? 1 : (shares[at] ?? null);
    return {
      material: name?.trim() ? name : null,
      category: category ?? null,
      thickness: own === undefined || metres === null ? null : own * metres,
      share,
      wholeArea: materials.length === 1 || (use?.kind === 'layers' && share !== null),
    };
  });
  return { parts, thickness };
}

/** Of layers by their thickness, of constituents as the file says; none where it does not say it of all. */
function sharesOf({ kind, materials }: MaterialUse): readonly number[] {
  const given = materials.flatMap((one) => (kind === 'layers' ? one.thickness : one.fraction) ?? []);
  const total = given.reduce((sum, one) => sum + one, 0);
  if (given.length < materials.length || given.some((one) => one < 0) || !(total > 0)) return [];
  if (kind === 'layers') return given.map((one) => one / total);
  return kind === 'constituents' && total <= 1.001 ? given : [];
}

function totalThickness(materials: readonly Material[], metres: number | null): number | null {
  const given = materials.flatMap(({ thickness }) => thickness ?? []);
  return given.length < materials.length || metres === null ? null : given.reduce((sum, one) => sum + one, 0) * metres;
}
