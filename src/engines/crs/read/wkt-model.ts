import { isAngle, methods, type Role } from '../methods.ts';
import {
  northEast,
  type PlaneKind,
  type PlaneModel,
  type Projection,
  type SystemModel,
  type Vertical,
} from '../model.ts';
import { degreesOf, metre, type Unit } from '../units.ts';
import { childOf, codeOf, nameOf, numberOf, parseWkt, type WktNode } from '../wkt.ts';
import { geodeticOf, unitIn, unitOfSystem } from './wkt-geodetic.ts';
import { projectionOf, roleOf } from './words.ts';

const projected = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'];
const geographic = ['GEOGCS', 'GEOGCRS', 'GEOGRAPHICCRS', 'GEODCRS', 'GEODETICCRS'];
const geocentric = ['GEOCCS'];
const vertical = ['VERT_CS', 'VERTCS', 'VERTCRS', 'VERTICALCRS'];
const bases = ['GEOGCS', 'BASEGEOGCRS', 'BASEGEODCRS', 'GEOGCRS'];
const compound = ['COMPD_CS', 'COMPOUNDCRS'];

/** What a well-known text of either version, or of ESRI, says. Undefined: it is none, or of nothing on earth. */
export function modelOfWkt(text: string): SystemModel | undefined {
  const trees = parseWkt(text).flatMap(unbound);
  const parts = trees.flatMap((node) => (compound.includes(node.keyword) ? node.children.flatMap(unbound) : [node]));
  const plane = firstOf(parts, planeOf);
  const height = firstOf(parts, verticalOf);
  if (plane === undefined && height === undefined) return undefined;
  const sum = trees.find(({ keyword }) => compound.includes(keyword));
  const code = sum && codeOf(sum);
  return {
    ...(plane === undefined ? {} : { plane }),
    ...(height === undefined ? {} : { vertical: height }),
    ...(sum === undefined ? {} : { name: nameOf(sum) }),
    ...(code === undefined ? {} : { code }),
  };
}

/** A system that is bound to another one by a transformation is that system. */
function unbound(node: WktNode): WktNode[] {
  if (node.keyword !== 'BOUNDCRS') return [node];
  return (childOf(node, 'SOURCECRS')?.children ?? []).flatMap(unbound);
}

function firstOf<T>(nodes: readonly WktNode[], read: (node: WktNode) => T | undefined): T | undefined {
  for (const node of nodes) {
    const found = read(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

function planeOf(node: WktNode): PlaneModel | undefined {
  if (projected.includes(node.keyword)) return projectedOf(node);
  const isGeocentric = geocentric.includes(node.keyword);
  if (!isGeocentric && !geographic.includes(node.keyword)) return undefined;
  const base = geodeticOf(node);
  if (base === undefined) return undefined;
  const kind = isGeocentric ? 'geocentric' : kindOf(node);
  const unit = kind === 'geocentric' ? (unitOfSystem(node, 'length') ?? metre) : base.angle;
  return { name: base.name, kind, base, unit, turn: northEast, ...(base.code ? { code: base.code } : {}) };
}

/** By its coordinate system: `CS[Cartesian,3]`, `CS[ellipsoidal,3]`. */
function kindOf(node: WktNode): PlaneKind {
  const system = childOf(node, 'CS');
  if (/cartesian/i.test(nameOf(system))) return 'geocentric';
  return numberOf(system, 1) === 3 ? 'geographic3D' : 'geographic2D';
}

function projectedOf(node: WktNode): PlaneModel | undefined {
  const base = childOf(node, ...bases);
  const geodetic = base && geodeticOf(base, true);
  if (geodetic === undefined) return undefined;
  const unit = unitOfSystem(node, 'length') ?? metre;
  const projection = projectionIn(node, unit, geodetic.angle);
  const code = codeOf(node);
  return {
    name: nameOf(node),
    kind: 'projected',
    base: geodetic,
    projection,
    unit,
    turn: turnOf(node, projection),
    ...(code === undefined ? {} : { code }),
  };
}

/** Of version 1: beside the base; of version 2: in a bracket of their own, each with its unit. */
function projectionIn(node: WktNode, unit: Unit, angle: Unit): Projection {
  const conversion = childOf(node, 'CONVERSION', 'DERIVINGCONVERSION');
  const from = conversion ?? node;
  const values: Partial<Record<Role, number>> = {};
  for (const one of from.children) {
    const role = one.keyword === 'PARAMETER' ? roleOf(nameOf(one)) : undefined;
    const value = numberOf(one, 1);
    if (role === undefined || value === undefined) continue;
    values[role] ??= value * factorOf(one, role, unit, angle);
  }
  const method = childOf(from, 'METHOD', 'PROJECTION');
  const code = method && codeOf(method)?.replace('EPSG:', '');
  const isWeb = /\+proj=merc.*\+nadgrids=@null/.test(String(childOf(node, 'EXTENSION')?.values[1]));
  if (isWeb) return projectionOf(methods.webMercator.name, values);
  return projectionOf(nameOf(method), values, code === undefined ? undefined : Number(code));
}

function factorOf(parameter: WktNode, role: Role, unit: Unit, angle: Unit): number {
  if (role === 'k0') return 1;
  if (isAngle(role)) return degreesOf(unitIn(parameter, 'angle') ?? angle);
  return (unitIn(parameter, 'length') ?? unit).toMetre ?? 1;
}

/** Where axes point; those of a polar map point along meridians, and turn nothing. */
function turnOf(node: WktNode, { method }: Projection): PlaneModel['turn'] {
  const axes = node.children.filter(
    ({ keyword, children }) => keyword === 'AXIS' && children.every((one) => one.keyword !== 'MERIDIAN'),
  );
  const directions = axes.map(({ values }) => String(values[1] ?? '').toUpperCase());
  const has = (...words: string[]) => directions.some((one) => words.includes(one));
  const south = method === methods.tmSouth && directions.length < 2;
  if (!south && !(has('EAST', 'WEST') && has('NORTH', 'SOUTH'))) return northEast;
  return [south || has('WEST') ? -1 : 1, south || has('SOUTH') ? -1 : 1];
}

function verticalOf(node: WktNode): Vertical | undefined {
  if (!vertical.includes(node.keyword)) return undefined;
  const code = codeOf(node);
  return {
    name: nameOf(node),
    datum: nameOf(childOf(node, 'VERT_DATUM', 'VDATUM', 'VERTICALDATUM', 'VRF', 'DATUM', 'ENSEMBLE')),
    unit: unitOfSystem(node, 'length') ?? metre,
    ...(/^down$/i.test(String(childOf(node, 'AXIS')?.values[1])) ? { isDepth: true } : {}),
    ...(code === undefined ? {} : { code }),
  };
}
