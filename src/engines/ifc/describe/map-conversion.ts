import type { Vector } from '../../matrix.ts';
import type { Json } from '../../snapshot/types.ts';
import { follow, type Model, numberOf, textOf } from '../step/model.ts';
import { factorOf, metresOfUnit, type Units } from '../units.ts';
import { readSet } from './properties.ts';

/** Where the model's origin is on a map. */
export interface MapConversion {
  /** Name of the coordinate reference system. */
  readonly crs: string;
  /** Eastings, northings and height in metres. */
  readonly place: Vector;
  /** Direction of the model's X axis on the map: east and north. */
  readonly xAxis: readonly [number, number];
  /** Metres of the map in one of the model: the scale of a projection, without that of units. */
  readonly scale: number;
  /** The same as the numbers of the file say, units and all. */
  readonly writtenScale: number;
  /** Where the file says it. */
  readonly instance: number;
}

/** IfcMapConversion, since IFC4. */
export function mapConversion(model: Model, units: Units): MapConversion | undefined {
  const [instance] = model.all('IFCMAPCONVERSION');
  const conversion = instance === undefined ? undefined : model.read(instance);
  if (instance === undefined || conversion === undefined) return undefined;
  const crs = follow(model, conversion, 'TargetCRS');
  const mapUnit = crs === undefined ? undefined : follow(model, crs, 'MapUnit');
  return conversionOf({
    crs: (crs === undefined ? null : textOf(model.get(crs, 'Name'))) ?? '',
    number: (attribute) => numberOf(model.get(conversion, attribute)) ?? undefined,
    mapUnit: mapUnit === undefined ? undefined : factorOf(model, mapUnit),
    units,
    model,
    instance,
  });
}

interface Written {
  readonly crs: string;
  number(name: string): number | undefined;
  /** Metres in one of the map's units, where the file names it. */
  readonly mapUnit: number | undefined;
  readonly units: Units;
  readonly model: Model;
  readonly instance: number;
}

function conversionOf({ crs, number, mapUnit, units, model, instance }: Written): MapConversion {
  const scale = number('Scale');
  const implied = mapUnit === undefined ? impliedUnit(units.metresPerUnit, scale) : undefined;
  if (implied !== undefined) {
    const message = `The map names no unit; the scale ${scale} of its conversion says that it counts in ${implied.name}.`;
    model.issues.add(message, { number: instance });
  }
  const metres = mapUnit ?? implied?.metres ?? units.metresPerUnit;
  const writtenScale = ((scale ?? 1) * metres) / units.metresPerUnit;
  const isOfProjection = scale !== undefined && Math.abs(writtenScale - 1) < 0.1;
  const at = (name: string) => (number(name) ?? 0) * metres;
  return {
    crs,
    place: [at('Eastings'), at('Northings'), at('OrthogonalHeight')],
    xAxis: [number('XAxisAbscissa') ?? 1, number('XAxisOrdinate') ?? 0],
    scale: isOfProjection ? writtenScale : 1,
    writtenScale: writtenScale > 0 ? writtenScale : 1,
    instance,
  };
}

const mapUnits = [
  { name: 'metres', metres: 1 },
  { name: 'feet', metres: 0.3048 },
] as const;

/** A scale far from 1 converts from units of the model into those of the map: it tells which these are. */
function impliedUnit(metresPerUnit: number, scale: number | undefined) {
  if (scale === undefined || scale <= 0 || Math.abs(scale - 1) < 0.1) return undefined;
  const metres = metresPerUnit / scale;
  return mapUnits.find((unit) => Math.abs(metres / unit.metres - 1) < 0.002);
}

/** The same as property sets, by the agreement for IFC2X3, which has no entity for it. */
export function mapConversionOfSets(model: Model, units: Units): MapConversion | undefined {
  const { buffer, byteOffset, byteLength } = model.bytes;
  if (!Buffer.from(buffer, byteOffset, byteLength).includes("_MapConversion'")) return undefined;
  const sets = model.all('IFCPROPERTYSET').filter((number) => {
    const set = model.read(number);
    return set !== undefined && /^epset_(mapconversion|projectedcrs)$/i.test(textOf(model.get(set, 'Name')) ?? '');
  });
  const read = (name: string) => {
    for (const number of sets) {
      const set = readSet(model, number);
      if (set?.name.toLowerCase() === name) return { number, properties: set.properties };
    }
    return undefined;
  };
  const [conversion, crs] = [read('epset_mapconversion'), read('epset_projectedcrs')];
  if (conversion === undefined) return undefined;
  const values = conversion.properties;
  const unit = textIn(crs?.properties.MapUnit);
  return conversionOf({
    crs: textIn(crs?.properties.Name) ?? textIn(values.TargetCRS) ?? '',
    number: (name) => numberIn(values[name]),
    mapUnit: unit === undefined ? undefined : metresOfUnit(unit),
    units,
    model,
    instance: conversion.number,
  });
}

const textIn = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** Programs write numbers as texts, too. */
function numberIn(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
