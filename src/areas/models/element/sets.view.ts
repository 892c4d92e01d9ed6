import type { ElementRecord, SnapshotHeader } from '../../../engines/snapshot/types.ts';
import { unitSymbol, unitSymbols } from '../../../engines/snapshot/unit-symbols.ts';

/** Kind of unit → its name in the file. */
export type FileUnits = SnapshotHeader['units'];

/** The sets of an element, with the units of their values. */
export const setsView = ({ propertySets }: Pick<ElementRecord, 'propertySets'>, units: FileUnits) =>
  propertySets.map(({ measures, ...set }) => {
    const symbols = unitSymbols({ ...set, ...(measures === undefined ? {} : { measures }) }, units);
    return Object.keys(symbols).length === 0 ? set : { ...set, units: symbols };
  });

/** The materials of an element, with the unit of their thickness. */
export function materialsView({ materials }: Pick<ElementRecord, 'materials'>, units: FileUnits) {
  const thicknessUnit = unitSymbol(units.LENGTHUNIT ?? '');
  return materials.map((use) => ({
    ...use,
    materials: use.materials.map((one) =>
      one.thickness === undefined || thicknessUnit === undefined ? { ...one } : { ...one, thicknessUnit },
    ),
  }));
}

/** Attributes of elements that are lengths; what attributes measure is in the schema only, not in the file. */
const lengths = [
  'OverallHeight',
  'OverallWidth',
  'Elevation',
  'ElevationWithFlooring',
  'ElevationOfRefHeight',
  'ElevationOfTerrain',
  'RefElevation',
  'NominalDiameter',
  'NominalLength',
  'RiserHeight',
  'TreadLength',
] as const;

export function attributeUnits({ attributes }: Pick<ElementRecord, 'attributes'>, units: FileUnits) {
  const symbol = unitSymbol(units.LENGTHUNIT ?? '');
  const given = lengths.filter((name) => typeof attributes[name] === 'number');
  if (symbol === undefined || given.length === 0) return {};
  return { attributeUnits: Object.fromEntries(given.map((name) => [name, symbol])) };
}
