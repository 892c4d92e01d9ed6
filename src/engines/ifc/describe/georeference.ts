import proj4 from 'proj4';
import { definitionOf } from '../../crs/crs.ts';
import { cross, frame, type Matrix, minus, multiply, unit, type Vector } from '../../matrix.ts';
import { follow, type Instance, type Model, numberOf, numbersOf, refOf } from '../step/model.ts';
import type { Units } from '../units.ts';
import { anchorOf, farAway, heightAgain, kilometres } from './anchor.ts';
import { type GeographicPlace, rigidOperation } from './coordinate-operation.ts';
import { type MapConversion, mapConversion, mapConversionOfSets } from './map-conversion.ts';
import type { Placements } from './placement.ts';
import type { Whereabouts } from './whereabouts.ts';

const geocentric = '+proj=geocent +datum=WGS84 +units=m +no_defs';
const geographic = 'EPSG:4326';
/** Metres between points whose places give a direction; over so short a way the earth is flat. */
const way = 10;

/**
 * From model coordinates to earth-centred ones (WGS 84), or null: by the map conversion of the file, else by latitude
 * and longitude of its site and the true north of its context. Lengths of the model stay as they are, whatever the
 * scale of the map projection.
 */
export function ecefTransform(given: Located): Matrix | null {
  const { model, units } = given;
  const operation = mapConversion(model, units) ?? rigidOperation(model, units) ?? mapConversionOfSets(model, units);
  if (operation === undefined) return fromSite(given);
  return ('crs' in operation ? fromMap(given, operation) : fromGlobe(given, operation)) ?? fromSite(given);
}

/** A model, and where its elements are. */
export interface Located {
  readonly model: Model;
  readonly units: Units;
  readonly placements: Placements;
  readonly elements: Whereabouts;
}

const firstOf = (model: Model, entity: string): Instance | undefined => {
  const [number] = model.all(entity);
  return number === undefined ? undefined : model.read(number);
};

function fromMap({ model, placements, elements }: Located, conversion: MapConversion): Matrix | null {
  const { crs, instance } = conversion;
  const definition = definitionNamed(crs);
  if (definition === undefined) {
    const problem = `The coordinate reference system '${crs}' is not known; the map conversion was not used.`;
    model.issues.add(problem, { number: instance });
    return null;
  }
  const anchor = anchorOf(conversion, sitePlacement(model, placements), elements);
  const toEcef = projected(definition, anchor.map);
  const there = toEcef === null ? null : rigid(toEcef, anchor.xAxis);
  if (there !== null && anchor.message !== undefined) model.issues.add(anchor.message, { number: instance });
  const isOrigin = anchor.model.every((value) => value === 0);
  return there === null || isOrigin ? there : about(there, anchor.model);
}

function sitePlacement(model: Model, placements: Placements): Matrix | null {
  const site = firstOf(model, 'IFCSITE');
  return site === undefined ? null : placements(refOf(model.get(site, 'ObjectPlacement')));
}

/** The transform that has a point of the model, instead of its origin, at a place. */
const about = (place: Matrix, [x, y, z]: Vector): Matrix =>
  multiply(place, frame([1, 0, 0], [0, 1, 0], [0, 0, 1], [-x, -y, -z]));

function fromGlobe({ model, elements }: Located, place: GeographicPlace): Matrix {
  const { latitude, longitude, height, instance } = place;
  const local = localFrame(longitude, latitude, height, [0, 1]);
  return about(local, pointOnGlobe(model, [0, 0, 0], height, elements, instance));
}

/** proj4's text for a system that is named by its EPSG code. */
function definitionNamed(name: string): string | undefined {
  const code = /EPSG\D{0,3}(\d{4,6})/i.exec(name)?.[1] ?? /^\s*(\d{4,6})\s*$/.exec(name)?.[1];
  return code === undefined ? undefined : definitionOf(code);
}

type ToEcef = (east: number, north: number, up: number) => Vector;

/** From metres beside a place on a map. */
function projected(definition: string, [east, north, up]: Vector): ToEcef | null {
  try {
    const map = proj4(definition, geographic);
    proj4.defs('map', definition);
    const perMetre = proj4.defs('map')?.to_meter ?? 1;
    const toEcef: ToEcef = (x, y, z) => {
      const [longitude = 0, latitude = 0] = map.forward([(east + x) / perMetre, (north + y) / perMetre]);
      return fromDegrees(longitude, latitude, up + z);
    };
    return toEcef(0, 0, 0).every(Number.isFinite) ? toEcef : null;
  } catch {
    return null;
  }
}

function fromDegrees(longitude: number, latitude: number, height: number): Vector {
  const [x = 0, y = 0, z = 0] = proj4(geographic, geocentric, [longitude, latitude, height]);
  return [x, y, z];
}

/** The rigid transform that puts the origin at its place, up along the plumb line, and X in a direction of the map. */
function rigid(toEcef: ToEcef, [xEast, xNorth]: readonly [number, number]): Matrix | null {
  const place = toEcef(0, 0, 0);
  const up = unit(minus(toEcef(0, 0, way), place));
  const towards = minus(toEcef(xEast * way, xNorth * way, 0), place);
  const y = up === undefined ? undefined : unit(cross(up, towards));
  return up === undefined || y === undefined ? null : frame(cross(y, up), y, up, place);
}

function fromSite({ model, units, placements, elements }: Located): Matrix | null {
  const site = firstOf(model, 'IFCSITE');
  if (site === undefined) return null;
  const latitude = degrees(numbersOf(model.get(site, 'RefLatitude')));
  const longitude = degrees(numbersOf(model.get(site, 'RefLongitude')));
  if (latitude === null || longitude === null) return null;
  if (latitude === 0 && longitude === 0) {
    const problem =
      'Latitude and longitude of the site are 0, which programs write when they know no place; it has none.';
    model.issues.add(problem, { number: site.number });
    return null;
  }
  const height = (numberOf(model.get(site, 'RefElevation')) ?? 0) * units.metresPerUnit;
  const local = localFrame(longitude, latitude, height, trueNorth(model));
  const m = sitePlacement(model, placements);
  const origin: Vector = [m?.[3] ?? 0, m?.[7] ?? 0, m?.[11] ?? 0];
  // the site's own origin is at that place
  return about(local, pointOnGlobe(model, origin, height, elements, site.number));
}

/** Metres: no model reaches so far, but coordinates of a map do. */
const beyondModels = 100_000;

/** The point of the model that is meant by a latitude and a longitude: elements at coordinates of a map are there, too. */
function pointOnGlobe(model: Model, origin: Vector, height: number, elements: Whereabouts, number: number): Vector {
  const middle = elements.middle();
  if (middle === undefined || !elements.areAwayFrom(origin, beyondModels)) return origin;
  const off = kilometres(minus(middle, origin));
  const problem =
    `Latitude and longitude belong to a point ${off} km from the elements, as if coordinates of a map were added to ` +
    'them; they were taken as the place of the elements.';
  model.issues.add(problem, { number });
  const isAtOrigin = Math.hypot(middle[0], middle[1]) <= farAway;
  return isAtOrigin ? [0, 0, 0] : [middle[0], middle[1], heightAgain(height, elements.bottom() ?? 0)];
}

/** Degrees, minutes, seconds and millionths of seconds, all of one sign. */
function degrees(parts: readonly number[]): number | null {
  if (parts.length < 3) return null;
  const [whole = 0, minutes = 0, seconds = 0, millionths = 0] = parts;
  const value = whole + minutes / 60 + (seconds + millionths / 1e6) / 3600;
  return Math.abs(value) <= 180 ? value : null;
}

/** Direction of true north in the plane of the model: x and y. */
function trueNorth(model: Model): readonly [x: number, y: number] {
  for (const number of model.all('IFCGEOMETRICREPRESENTATIONCONTEXT')) {
    const context = model.read(number);
    const direction = context === undefined ? undefined : follow(model, context, 'TrueNorth');
    const [x = 0, y = 0] = direction === undefined ? [] : numbersOf(direction.values[0]);
    if (x !== 0 || y !== 0) return [x, y];
  }
  return [0, 1];
}

/** On the ellipsoid the directions of east, north and up follow from the angles alone. */
function localFrame(longitude: number, latitude: number, height: number, [x, y]: readonly [number, number]): Matrix {
  const [l, p] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  const east: Vector = [-Math.sin(l), Math.cos(l), 0];
  const north: Vector = [-Math.sin(p) * Math.cos(l), -Math.sin(p) * Math.sin(l), Math.cos(p)];
  const up = cross(east, north);
  const length = Math.hypot(x, y);
  // the model's X axis lies at the right hand of its Y axis, which true north (x, y) is turned against
  const along = (n: 0 | 1 | 2) => (y * east[n] + x * north[n]) / length;
  const xAxis: Vector = [along(0), along(1), along(2)];
  return frame(xAxis, cross(up, xAxis), up, fromDegrees(longitude, latitude, height));
}
