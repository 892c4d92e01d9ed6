const language = 'en-GB';

/** `10,900`, `0.0451`: four digits of a figure. */
export const figure = (value: number): string => value.toLocaleString(language, { maximumSignificantDigits: 4 });

/** A figure with its unit; a dash is not known, which is not 0. */
export const kg = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : `${figure(value)} kg CO₂e`;

/** `+ 12 %` of a change. */
export function share(before: number | null, after: number | null): string {
  if (before === null || after === null || before === 0) return '';
  const percent = (100 * (after - before)) / Math.abs(before);
  return `${percent < 0 ? '−' : '+'} ${Math.abs(percent).toLocaleString(language, { maximumFractionDigits: 1 })} %`;
}

const unitSigns: Readonly<Record<string, string>> = { m3: 'm³', m2: 'm²', pcs: 'pieces' };
export const unitText = (unit: string): string => unitSigns[unit] ?? unit;

/** `1 m³` of a declared unit. */
export const declaredText = ({ quantity, unit }: { readonly quantity: number; readonly unit: string }): string =>
  `${figure(quantity)} ${unitText(unit)}`;

interface Quantities {
  readonly volume: number | null;
  readonly area: number | null;
  readonly length: number | null;
  readonly mass: number | null;
  readonly count: number;
}

/** `54.48 m³, 120 m²`: what is known of quantities; the number of pieces where nothing is. */
export function quantitiesText({ volume, area, length, mass, count }: Quantities): string {
  const known: readonly (readonly [number | null, string])[] = [
    [volume, 'm³'],
    [area, 'm²'],
    [length, 'm'],
    [mass, 'kg'],
  ];
  const texts = known.flatMap(([value, unit]) => (value === null ? [] : [`${figure(value)} ${unit}`]));
  return texts.length > 0 ? texts.join(', ') : `${figure(count)} pieces`;
}

/** In the person's words, why something could not be calculated. */
export const reasonText: Readonly<Record<string, string>> = {
  Unmapped: 'No entry in the mapping',
  Ignored: 'Ignored by the mapping',
  NoQuantity: 'The quantity is not known',
  NoUnit: 'The unit is not known',
  NotConvertible: 'Cannot be converted into the declared unit',
  NoMaterial: 'No material is given',
};
