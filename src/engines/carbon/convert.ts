import type { Declaration } from './types.ts';
import type { BaseUnit } from './units.ts';

/** What a conversion knows besides the declaration. */
export interface ConversionFacts {
  /** kg/m³, of the mapping. */
  readonly density?: number | undefined;
  /** m, of the mapping. */
  readonly thickness?: number | undefined;
  /** m, of the layer. */
  readonly layer: number | null;
}

type Known = Pick<Declaration, 'declared' | 'density' | 'massPerUnit' | 'thickness'>;

/**
 * An amount in another unit, by density, thickness, and what one declared unit weighs; undefined where that is not
 * known, or the two units do not measure the same.
 */
export function convert(
  value: number,
  from: BaseUnit,
  to: BaseUnit,
  epd: Known,
  facts: ConversionFacts,
): number | undefined {
  if (from === to) return value;
  const density = facts.density ?? densityOf(epd);
  const thickness = facts.thickness ?? facts.layer ?? epd.thickness;
  const times = (factor: number | undefined) => (factor === undefined ? undefined : value * factor);
  const by = (divisor: number | undefined) => (divisor === undefined ? undefined : value / divisor);
  const perSquareMetre = density !== undefined && thickness !== undefined ? density * thickness : massPer('m2', epd);
  switch (`${from}>${to}`) {
    case 'm3>kg':
      return times(density);
    case 'kg>m3':
      return by(density);
    case 'm3>m2':
      return by(thickness);
    case 'm2>m3':
      return times(thickness);
    case 'm2>kg':
      return times(perSquareMetre);
    case 'kg>m2':
      return by(perSquareMetre);
    case 'm>kg':
      return times(massPer('m', epd));
    case 'kg>m':
      return by(massPer('m', epd));
    case 'pcs>kg':
      return times(massPer('pcs', epd));
    default:
      return undefined;
  }
}

/** What the declaration itself says of its product, kg/m³. */
const densityOf = (epd: Known): number | undefined => epd.density ?? massPer('m3', epd);

/** kg of one unit, of a declaration of that unit. */
const massPer = (unit: BaseUnit, { declared, massPerUnit }: Known): number | undefined =>
  declared.unit === unit && massPerUnit !== undefined ? massPerUnit / declared.quantity : undefined;
