/** A value of a file as people read it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (typeof value === 'number') return String(Number(value.toPrecision(9)));
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object') return String(value);
  if ('value' in value && 'unit' in value) return `${textOf(value.value)} ${textOf(value.unit)}`;
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${textOf(one)}`)
    .join('; ');
}
