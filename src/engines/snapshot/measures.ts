import type { Dimension, Json, Measures, PropertySet, SiPerUnit } from './types.ts';

export type MeasureKind = Dimension | 'count' | 'unknown';

/** A value of a set with what it measures. */
export interface MeasuredValue {
  /** Its name, below those of the values that it is a part of. */
  readonly path: readonly string[];
  /** As in the file, without its unit. */
  readonly value: Json;
  readonly type: string | null;
  readonly kind: MeasureKind;
  /** Name of its own unit, where it has one. */
  readonly unit: string | null;
  /** SI units in one of the unit that it is in; null where that is not known. A count has 1. */
  readonly siPerUnit: number | null;
}

/** All values of a set, those that have members member by member. In snapshots of format 1 every kind is unknown. */
export const measuredValues = (
  { properties, measures }: Pick<PropertySet, 'properties' | 'measures'>,
  siPerUnit: SiPerUnit,
): MeasuredValue[] => valuesIn(properties, measures ?? {}, [], siPerUnit);

function valuesIn(
  properties: Readonly<Record<string, Json>>,
  measures: Measures,
  above: readonly string[],
  si: SiPerUnit,
): MeasuredValue[] {
  return Object.entries(properties).flatMap(([name, value]): MeasuredValue[] => {
    const path = [...above, name];
    const measure = Object.hasOwn(measures, name) ? measures[name] : undefined;
    if (typeof measure === 'object' && 'members' in measure)
      return isObject(value) ? valuesIn(value, measure.members, path, si) : [];
    const own = typeof measure === 'object' ? measure : undefined;
    const type = typeof measure === 'string' ? measure : (own?.type ?? null);
    const kind = kindOf(type);
    const usual = usualSi(kind, si);
    return [
      {
        path,
        value: own === undefined ? value : withoutUnit(value),
        type,
        kind,
        unit: own === undefined ? null : unitIn(value),
        siPerUnit: own === undefined ? usual : own.siPerUnit,
      },
    ];
  });
}

const usualSi = (kind: MeasureKind, si: SiPerUnit): number | null => {
  if (kind === 'unknown') return null;
  return kind === 'count' ? 1 : si[kind];
};

const kinds: Readonly<Record<string, MeasureKind>> = {
  IfcQuantityLength: 'length',
  IfcQuantityArea: 'area',
  IfcQuantityVolume: 'volume',
  IfcQuantityWeight: 'mass',
  IfcQuantityCount: 'count',
  IfcQuantityTime: 'time',
  IfcLengthMeasure: 'length',
  IfcPositiveLengthMeasure: 'length',
  IfcNonNegativeLengthMeasure: 'length',
  IfcAreaMeasure: 'area',
  IfcVolumeMeasure: 'volume',
  IfcMassMeasure: 'mass',
  IfcTimeMeasure: 'time',
  IfcPlaneAngleMeasure: 'angle',
  IfcPositivePlaneAngleMeasure: 'angle',
  IfcCountMeasure: 'count',
};

const kindOf = (type: string | null): MeasureKind => (type === null ? 'unknown' : (kinds[type] ?? 'unknown'));

type JsonObject = Readonly<Record<string, Json>>;
export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWithUnit = (value: Json): value is JsonObject => isObject(value) && 'unit' in value;
const withoutUnit = (value: Json): Json => (isWithUnit(value) && 'value' in value ? (value.value ?? null) : value);
/** The name of the unit that a value has itself. */
export const unitIn = (value: Json): string | null =>
  isWithUnit(value) && typeof value.unit === 'string' ? value.unit : null;
