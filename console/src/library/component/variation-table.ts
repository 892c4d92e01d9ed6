interface Property {
  readonly displayName: string;
  readonly value?: string;
  readonly unitOfMeasure?: string;
}

interface WithProperties {
  readonly adHocProperties: readonly Property[];
}

/** Variations as a table: a line each, a column for each property, in the order in which they first come. */
export interface VariationTable<V> {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly variation: V; readonly cells: readonly string[] }[];
}

const units: Readonly<Record<string, string>> = {
  MILLIMETERS: 'mm',
  CENTIMETERS: 'cm',
  METERS: 'm',
  INCHES: 'in',
  FEET: 'ft',
  DEGREES: '°',
  SQUARE_METERS: 'm²',
  CUBIC_METERS: 'm³',
};

/** The heading of a property: the same name in another unit is another column. */
const columnOf = ({ displayName, unitOfMeasure }: Property): string => {
  const unit = (unitOfMeasure ?? '').trim();
  return unit === '' ? displayName : `${displayName} (${units[unit.toUpperCase()] ?? unit})`;
};

export function tableOf<V extends WithProperties>(variations: readonly V[]): VariationTable<V> {
  const columns = [...new Set(variations.flatMap(({ adHocProperties }) => adHocProperties.map(columnOf)))];
  const rows = variations.map((variation) => {
    const values = new Map(variation.adHocProperties.map((one) => [columnOf(one), one.value ?? '']));
    return { variation, cells: columns.map((column) => values.get(column) ?? '') };
  });
  return { columns, rows };
}
