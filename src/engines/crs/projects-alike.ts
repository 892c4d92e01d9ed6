import proj4 from 'proj4';
import type { Box } from './register/entries.ts';

/** Whether proj4 knows all of a text. */
export function isProjection(definition: string): boolean {
  try {
    return new proj4.Proj(definition) !== undefined;
  } catch {
    return false;
  }
}

const millimetre = 0.001;
const metresOfDegree = 111_320;

/** Numbers of a text as proj4 understands it. */
function factsOf(definition: string) {
  const system = new proj4.Proj(definition);
  const of = (name: string): unknown => Reflect.get(system, name);
  const [a, b] = [Number(of('a')), Number(of('b'))];
  const name = String(of('projName'));
  const isMap = !/^(longlat|identity|geocent)$/.test(name);
  return { a, b, name, metres: isMap ? Number(of('to_meter') ?? 1) : metresOfDegree };
}

/** From degrees on the ellipsoid of a text to its map, whatever its datum is. */
function onOwnGround(definition: string): (place: [number, number]) => readonly number[] {
  const { a, b } = factsOf(definition);
  const bare = definition
    .replaceAll(/\+(towgs84|nadgrids)=(?!@null)\S+/g, '')
    .replace(/\+datum=\S+/, `+a=${a} +b=${b}`);
  const converter = proj4(`+proj=longlat +a=${a} +b=${b} +no_defs`, bare);
  return (place) => converter.forward(place);
}

/** Whether two texts are the same map on the same ellipsoid, to a millimetre in the middle of an area and halfway out. */
export function projectsAlike(one: string, other: string, box: Box): boolean {
  try {
    const [p, q] = [factsOf(one), factsOf(other)];
    if (Math.abs(p.a - q.a) > millimetre || Math.abs(p.b - q.b) > millimetre) return false;
    if (p.name === 'geocent' || q.name === 'geocent') return p.name === q.name;
    const [f, g] = [onOwnGround(one), onOwnGround(other)];
    return placesOf(box).every((place) => {
      const [[x = Number.NaN, y = Number.NaN], [u = Number.NaN, v = Number.NaN]] = [f([...place]), g([...place])];
      if (![x, y].every(Number.isFinite) && ![u, v].every(Number.isFinite)) return true;
      return Math.hypot(x - u, y - v) * p.metres <= millimetre;
    });
  } catch {
    return false;
  }
}

/** The middle of an area, and places halfway to its corners. */
export function placesOf({ west, south, east, north }: Box): [number, number][] {
  const width = east < west ? east + 360 - west : east - west;
  const at = (x: number, y: number): [number, number] => [west + width * x, south + (north - south) * y];
  return [at(0.5, 0.5), at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}
