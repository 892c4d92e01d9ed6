/** Decimals that say something where a figure is measured in such a unit: tenths of a millimetre, and what follows of it. */
const decimalsOf: Readonly<Record<string, number>> = {
  mm: 1,
  cm: 2,
  m: 4,
  km: 6,
  'mm²': 0,
  'cm²': 2,
  'm²': 3,
  'mm³': 0,
  'cm³': 1,
  'm³': 4,
  kg: 2,
  t: 4,
  '°': 3,
};
const mostDigits = 9;
const fewestDigits = 4;

/** A figure with as many digits as it is precise: those of a single where it was one, and no more than its unit bears. */
export function digitsOf(value: number, unit?: string): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
  const decimals = decimalsOf[unit ?? ''];
  const plain = Number(value.toPrecision(singleDigits(value) ?? mostDigits));
  if (decimals === undefined) return String(plain);
  const few = Number(plain.toPrecision(fewestDigits));
  const rounded = Number(plain.toFixed(decimals));
  return String(Math.abs(few - plain) < Math.abs(rounded - plain) ? few : rounded);
}

/** The fewest digits that tell a number of 32 bits from its neighbours; undefined for one that has more to it. */
function singleDigits(value: number): number | undefined {
  const single = Math.fround(value);
  if (Number(value.toPrecision(mostDigits)) === value || Math.abs(single - value) > Math.abs(value) * 1e-10)
    return undefined;
  for (let digits = 1; digits < mostDigits; digits++) {
    if (Math.fround(Number(value.toPrecision(digits))) === single) return digits;
  }
  return undefined;
}
