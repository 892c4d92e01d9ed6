import { sameEllipsoid } from '../ellipsoids.ts';
import { isAngle } from '../methods.ts';
import type { Geodetic, PlaneModel, Vertical } from '../model.ts';
import { modelOfWkt } from '../read/wkt-model.ts';
import { allEntries, type FullEntry } from './entries.ts';
import { wordsOf } from './names.ts';

/** Numbers as equal as two writers make them: a thousand-millionth of the larger, or a thousandth of a millimetre. */
const near = (a: number, b: number): boolean =>
  Math.abs(a - b) <= Math.max(1e-6, 1e-9 * Math.max(Math.abs(a), Math.abs(b)));

/** Degrees: texts have them to some 1e-10. */
const nearAngle = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

function sameProjection({ projection: p }: PlaneModel, { projection: q }: PlaneModel): boolean {
  if (p === undefined || q === undefined) return p === q;
  if (p.method === null || p.method !== q.method) return false;
  return p.method.parameters.every(({ role }) => {
    const [a, b] = [p.values[role] ?? 0, q.values[role] ?? 0];
    if (role === 'k0') return Math.abs(a - b) <= 1e-9;
    return isAngle(role) ? nearAngle(a, b) || coneEnds(p.values, q.values, role) : near(a, b);
  });
}

type Values = NonNullable<PlaneModel['projection']>['values'];

/** Which parallel of a cone is the first says nothing. */
const coneEnds = (p: Values, q: Values, role: string): boolean =>
  (role === 'lat1' || role === 'lat2') &&
  p.lat2 !== undefined &&
  q.lat2 !== undefined &&
  nearAngle(p.lat1 ?? 0, q.lat2) &&
  nearAngle(p.lat2, q.lat1 ?? 0);

const sameGround = (a: Geodetic, b: Geodetic): boolean =>
  sameEllipsoid(a.datum.ellipsoid, b.datum.ellipsoid) && nearAngle(a.meridian.longitude, b.meridian.longitude);

const sameUnit = (a: PlaneModel, b: PlaneModel): boolean =>
  a.unit.toMetre === null || b.unit.toMetre === null
    ? a.unit.toMetre === b.unit.toMetre && nearAngle(a.unit.toRadian ?? 0, b.unit.toRadian ?? 0)
    : Math.abs(a.unit.toMetre / b.unit.toMetre - 1) < 1e-9;

/** The same numbers, whatever they are called. */
const sameNumbers = (a: PlaneModel, b: PlaneModel): boolean =>
  a.kind === b.kind &&
  sameUnit(a, b) &&
  sameGround(a.base, b.base) &&
  a.turn.every((one, n) => one === b.turn[n]) &&
  sameProjection(a, b);

/** A word of the text that no other system could be in: the whole degrees of the longitude in the middle. */
function hint({ projection, base }: PlaneModel): string | undefined {
  if (projection === undefined || base.meridian.longitude !== 0) return undefined;
  const longitude = projection.values.lon0 ?? 0;
  const whole = Math.trunc(Number(longitude.toFixed(9)));
  return whole === 0 ? undefined : `",${whole}`;
}

/** Those of the register that could be the same: a text is read only where it may be. */
function* candidates(kind: string, like: string | undefined): Generator<readonly [FullEntry, PlaneModel]> {
  for (const entry of allEntries()) {
    const { wkt } = entry;
    if (wkt === undefined || entry.kind !== kind || (like !== undefined && !wkt.includes(like))) continue;
    const plane = modelOfWkt(wkt)?.plane;
    if (plane !== undefined) yield [entry, plane];
  }
}

const groundWords = ({ name, datum }: Geodetic): string[] => [name, datum.name];

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((word) => b.has(word)).length;

interface Scored {
  readonly entry: FullEntry;
  /** Words of names that both have, and that only the listed one has. */
  readonly same: number;
  readonly more: number;
}

/** Public numbers come before those of a maker, and low ones before high ones. */
const better = (a: Scored, b: Scored): number =>
  b.same - a.same ||
  a.more - b.more ||
  Number(a.entry.authority !== 'EPSG') - Number(b.entry.authority !== 'EPSG') ||
  a.entry.code - b.entry.code;

/** The listed system that a text without a number means: the same numbers, and a datum of the same name. */
export function matchOf(plane: PlaneModel): FullEntry | undefined {
  const ground = wordsOf(groundWords(plane.base));
  const own = wordsOf([plane.name, ...groundWords(plane.base)]);
  const found: Scored[] = [];
  for (const [entry, listed] of candidates(plane.kind, hint(plane))) {
    if (!sameNumbers(plane, listed)) continue;
    if (shared(ground, wordsOf(groundWords(listed.base))) === 0) continue;
    const words = wordsOf([listed.name, ...groundWords(listed.base)]);
    const same = shared(own, words);
    found.push({ entry, same, more: words.size - same });
  }
  return found.toSorted(better)[0]?.entry;
}

const grounds = new Map<string, FullEntry | undefined>();
const mostGrounds = 200;

/** The listed geographic system that a projection of nobody's stands on. */
export function groundMatch(base: Geodetic): FullEntry | undefined {
  const key = JSON.stringify([base.name, base.datum.name, base.datum.ellipsoid, base.meridian.longitude]);
  if (grounds.has(key)) return grounds.get(key);
  if (grounds.size >= mostGrounds) grounds.clear();
  const found = matchOf({ name: base.name, kind: 'geographic2D', base, unit: base.angle, turn: [1, 1] });
  grounds.set(key, found);
  return found;
}

const sameWords = (a: string, b: string): boolean =>
  [...wordsOf([a])].toSorted().join() === [...wordsOf([b])].toSorted().join();

/** Heights by their name and unit; undefined where no name of the register is the same. */
export function verticalMatch({ name, datum, unit, isDepth = false }: Vertical): FullEntry | undefined {
  for (const entry of allEntries()) {
    if (entry.kind !== 'vertical' || entry.wkt === undefined) continue;
    const listed = modelOfWkt(entry.wkt)?.vertical;
    if (listed?.unit === undefined || unit === undefined || listed.unit.toMetre !== unit.toMetre) continue;
    if ((listed.isDepth ?? false) !== isDepth) continue;
    if (sameWords(name, listed.name) || (datum !== '' && sameWords(datum, listed.datum))) return entry;
  }
  return undefined;
}
