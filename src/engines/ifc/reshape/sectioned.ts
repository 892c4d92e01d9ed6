import { axisOf, type Matrix, multiply, type Vector } from '../../matrix.ts';
import { axesMatrix, directionOf, turned } from '../curves/axes.ts';
import { type Path, shift, stationsOf } from '../curves/path.ts';
import type { Point2, Profile, Ring } from '../profiles/rings.ts';
import { follow, type Instance, type Model, refsOf } from '../step/model.ts';
import { type Faces, joined } from './faces.ts';
import { loft, type Stand } from './loft.ts';
import type { Reading } from './reading.ts';

export const sectionedShapes = [
  'IFCSECTIONEDSOLIDHORIZONTAL',
  'IFCSECTIONEDSOLID',
  'IFCSECTIONEDSURFACE',
  'IFCSECTIONEDSPINE',
];

/** Metres that a chord may lie beside the curve. */
const bulge = 0.005;
/** Points of one shape. */
const mostPoints = 2_000_000;

/** Cross-sections at one place. */
interface Section {
  readonly at: number;
  /** From the frame of the curve there. */
  readonly local: Matrix;
  readonly profiles: readonly Profile[];
}

/** The faces of cross-sections that stand along a curve; undefined where this program cannot read it. */
export function sectioned(item: Instance, reading: Reading): Faces | undefined {
  const { model } = reading;
  const profiles = refsOf(model.get(item, 'CrossSections')).map((number) => {
    const profile = model.read(number, item);
    return profile && reading.profiles.profiles(profile);
  });
  const places = refsOf(model.get(item, 'CrossSectionPositions')).map((number) => model.read(number, item));
  const alike = sameRings(profiles);
  if (alike === undefined || places.length !== profiles.length) return undefined;
  if (item.entity === 'IFCSECTIONEDSPINE') return spine(model, places, alike);
  const directrix = follow(model, item, 'Directrix');
  const path = directrix && reading.paths.pathOf(directrix);
  const sections = places.flatMap((place, n): Section[] => {
    const found = place && placeOf(place, reading);
    return found === undefined ? [] : [{ ...found, profiles: alike[n] ?? [] }];
  });
  if (path === undefined || sections.length !== places.length) return undefined;
  return along(
    path,
    sections.toSorted((a, b) => a.at - b.at),
    bulge / reading.units.metresPerUnit,
  );
}

/** How far along the curve a position is, and how it stands there. */
function placeOf(place: Instance, { model, paths }: Reading): Omit<Section, 'profiles'> | undefined {
  const point = place.entity === 'IFCAXIS2PLACEMENTLINEAR' ? follow(model, place, 'Location') : place;
  const station = point && paths.stationOf(point);
  if (station === undefined) return undefined;
  const axes = place === point ? [] : [directionOf(model, place, 'Axis'), directionOf(model, place, 'RefDirection')];
  return { at: station.at, local: multiply(shift(station.by), turned(axes[0], axes[1], [0, 0, 0])) };
}

function along(path: Path, sections: readonly Section[], allowed: number): Faces | undefined {
  const stations = sections.slice(1).flatMap((after, n) => {
    const before = sections[n] ?? after;
    const found = stationsOf(path, before.at, after.at, allowed);
    return (n === 0 ? found : found.slice(1)).map((at) => ({ at, before, after }));
  });
  const [first] = sections;
  if (first === undefined || stations.length < 2) return undefined;
  const size = first.profiles.reduce((sum, { rings }) => sum + rings.flat().length, 0);
  if (size * stations.length > mostPoints) return undefined;
  return joined(
    first.profiles.map((_, part) =>
      loft(
        stations.map(({ at, before, after }) => {
          const share = (at - before.at) / (after.at - before.at || 1);
          const stand = standOf(multiply(path.at(at), mixed(before.local, after.local, share)));
          return { profile: mixedProfile(before.profiles[part], after.profiles[part], share), stand };
        }),
      ),
    ),
  );
}

/** The x axis of a cross-section is to the left, its y axis up. */
const standOf = (m: Matrix): Stand => ({ place: axisOf(m, 3), x: axisOf(m, 1), y: axisOf(m, 2) });

function mixed(a: Matrix, b: Matrix, share: number): Matrix {
  const column = (n: 0 | 2 | 3): Vector => {
    const [from, to] = [axisOf(a, n), axisOf(b, n)];
    const at = (axis: 0 | 1 | 2) => from[axis] + share * (to[axis] - from[axis]);
    return [at(0), at(1), at(2)];
  };
  const long = Math.hypot(...column(2)) || 1;
  const [x, y, z] = column(2);
  return turned([x / long, y / long, z / long], column(0), column(3));
}

const empty: Profile = { rings: [], closed: false };

const mixedProfile = (a: Profile = empty, b: Profile = a, share: number): Profile => ({
  closed: a.closed,
  rings: a.rings.map((ring, n) =>
    ring.map(([x, y], at): Point2 => {
      const [bx, by] = b.rings[n]?.[at] ?? [x, y];
      return [x + share * (bx - x), y + share * (by - y)];
    }),
  ),
});

/** Cross-sections on planes of their own, joined by lines. */
function spine(
  model: Model,
  places: readonly (Instance | undefined)[],
  sections: readonly (readonly Profile[])[],
): Faces | undefined {
  const stands = places.flatMap((place) => {
    const m = place === undefined ? null : axesMatrix(model, place, 1);
    return m === null ? [] : [{ place: axisOf(m, 3), x: axisOf(m, 0), y: axisOf(m, 1) }];
  });
  if (stands.length !== sections.length || stands.length < 2) return undefined;
  return joined(
    (sections[0] ?? []).map((_, part) =>
      loft(stands.map((stand, n) => ({ profile: sections[n]?.[part] ?? empty, stand }))),
    ),
  );
}

/** All sections with the same number of points in each ring; undefined where their parts do not fit together. */
function sameRings(sections: readonly (readonly Profile[] | undefined)[]): readonly (readonly Profile[])[] | undefined {
  const known = sections.filter((section) => section !== undefined).map((section) => section ?? []);
  const [first] = known;
  if (first === undefined || known.length !== sections.length || known.length < 2) return undefined;
  const form = (section: readonly Profile[]) => section.map(({ rings, closed }) => `${rings.length} ${closed}`).join();
  if (known.some((section) => form(section) !== form(first))) return undefined;
  return known.map((section) =>
    section.map(({ rings, closed }, part) => ({
      closed,
      rings: rings.map((ring, n) => {
        const all = known.map((other) => other[part]?.rings[n] ?? ring);
        return all.every((other) => other.length === ring.length)
          ? ring
          : resampled(ring, sharesOf(all, closed), closed);
      }),
    })),
  );
}

/** Where the points of a ring are, as shares of its length. */
function lengthsOf(ring: Ring, closed: boolean): number[] {
  const whole = closed ? [...ring, ring[0] ?? [0, 0]] : ring;
  const found = [0];
  for (const [n, [x, y]] of whole.entries()) {
    const [px, py] = whole[n - 1] ?? [x, y];
    if (n > 0) found.push((found[n - 1] ?? 0) + Math.hypot(x - px, y - py));
  }
  const total = found.at(-1) || 1;
  return found.map((one) => one / total);
}

function sharesOf(rings: readonly Ring[], closed: boolean): readonly number[] {
  const all = rings.flatMap((ring) => lengthsOf(ring, closed)).sort((a, b) => a - b);
  const distinct = all.filter((share, n) => n === 0 || share - (all[n - 1] ?? 0) > 1e-9);
  return closed ? distinct.filter((share) => share < 1 - 1e-9) : distinct;
}

function resampled(ring: Ring, shares: readonly number[], closed: boolean): Ring {
  const lengths = lengthsOf(ring, closed);
  return shares.map((share): Point2 => {
    const next = Math.max(
      1,
      lengths.findIndex((one) => one >= share - 1e-9),
    );
    const [a, b] = [ring[next - 1] ?? [0, 0], ring[next % ring.length] ?? [0, 0]];
    const [from, to] = [lengths[next - 1] ?? 0, lengths[next] ?? 1];
    const part = (share - from) / (to - from || 1);
    return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
  });
}
