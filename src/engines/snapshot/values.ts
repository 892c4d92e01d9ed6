import { canonicalJson, checksumOf } from './checksum.ts';
import type { Checksums, ElementRecord, Json, MaterialUse, PropertySet } from './types.ts';

type Described = Omit<ElementRecord, 'checksums'>;
type Values = Record<string, Json>;

/** The values behind the three checksum maps of a record, by accessor. */
export interface ComparedValues {
  /** `Class`, direct attributes, `<set>.<property>` of the element's own sets. */
  readonly properties: Readonly<Values>;
  /** `Type`, `Type.Name`, `Type.<set>.<property>`, `Material`, `Classification`, `Container`. */
  readonly related: Readonly<Values>;
  /** `Layers`, `Colors`. */
  readonly hidden: Readonly<Values>;
}

/** What is absent on an element has no accessor. */
export function valuesOf(record: Described): ComparedValues {
  const properties: Values = { Class: record.class, ...withoutNull(record.attributes) };
  const related: Values = {};
  for (const set of record.propertySets) {
    if (set.of === 'element') addSet(properties, '', set);
    else addSet(related, 'Type.', set);
  }
  if (record.type !== null) {
    related.Type = record.type.globalId;
    if (record.type.name !== null) related['Type.Name'] = record.type.name;
  }
  if (record.materials.length > 0) related.Material = record.materials.map(materialValue);
  if (record.classifications.length > 0) {
    related.Classification = record.classifications
      .map(({ system, code }): Json => ({ system, code }))
      .sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
  }
  if (record.container !== null) related.Container = record.container;
  const hidden: Values = {};
  if (record.layers.length > 0) hidden.Layers = record.layers;
  if (record.colors.length > 0) hidden.Colors = record.colors;
  return { properties, related, hidden };
}

export function checksumsOf(values: ComparedValues): ElementRecord['checksums'] {
  const { properties, related, hidden } = values;
  return { properties: checksums(properties), related: checksums(related), hidden: checksums(hidden) };
}

function checksums(values: Readonly<Values>): Checksums {
  const found: Record<string, number> = {};
  for (const [accessor, value] of Object.entries(values)) found[accessor] = checksumOf(value);
  return found;
}

function addSet(values: Values, prefix: string, set: PropertySet): void {
  for (const [name, value] of Object.entries(set.properties)) {
    if (value !== null) values[`${prefix}${set.name}.${name}`] = value;
  }
}

const materialValue = ({ kind, materials }: MaterialUse): Json => ({
  kind,
  materials: materials.map(
    ({ name, thickness, fraction }): Json => ({
      name,
      ...(thickness === undefined ? {} : { thickness }),
      ...(fraction === undefined ? {} : { fraction }),
    }),
  ),
});

const withoutNull = (values: Readonly<Values>): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
