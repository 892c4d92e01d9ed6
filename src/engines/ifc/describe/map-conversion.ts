import type { Vector } from '../../matrix.ts';
import type { Json } from '../../snapshot/types.ts';
import { follow, type Model, numberOf, textOf } from '../step/model.ts';
import { readSet } from './properties.ts';
import { factorOf, metresOfUnit, type Units } from './units.ts';

/** Where the model's origin is on a map. */
export interface MapConversion {
  /** Name of the coordinate reference system. */
  readonly crs: string;
  /** Eastings, northings and height in metres. */
  readonly place: Vector;
  /** Direction of the model's X axis on the map: east and north. */
  readonly xAxis: readonly [number, number];
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
  const metres = mapUnit === undefined ? units.metresPerUnit : factorOf(model, mapUnit);
  const number = (attribute: string, absent: number) => numberOf(model.get(conversion, attribute)) ?? absent;
  return {
    crs: (crs === undefined ? null : textOf(model.get(crs, 'Name'))) ?? '',
    place: [number('Eastings', 0) * metres, number('Northings', 0) * metres, number('OrthogonalHeight', 0) * metres],
    xAxis: [number('XAxisAbscissa', 1), number('XAxisOrdinate', 0)],
    instance,
  };
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
  const metres = (unit === undefined ? undefined : metresOfUnit(unit)) ?? units.metresPerUnit;
  const number = (name: string, absent: number) => numberIn(values[name]) ?? absent;
  return {
    crs: textIn(crs?.properties.Name) ?? textIn(values.TargetCRS) ?? '',
    place: [number('Eastings', 0) * metres, number('Northings', 0) * metres, number('OrthogonalHeight', 0) * metres],
    xAxis: [number('XAxisAbscissa', 1), number('XAxisOrdinate', 0)],
    instance: conversion.number,
  };
}

const textIn = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** Programs write numbers as texts, too. */
function numberIn(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
