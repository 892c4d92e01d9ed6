import { identity, moved, scaled, type Vector } from '../../matrix.ts';
import type { Element } from '../describe/elements.ts';
import type { Placements } from '../describe/placement.ts';
import { type Visit, visitItems } from '../items.ts';
import { follow, type Instance, type Model, numberOf, numbersOf, refsOf } from '../step/model.ts';
import type { Units } from '../units.ts';
import type { Colour } from './colours.ts';
import { facesOf, rowsOf } from './tessellated.ts';
import type { TextureMap } from './texture-map.ts';
import { textureMaps } from './texture-maps.ts';

/** Triangles in the world that tell what those of a mesh look like. */
export interface Paint {
  /** 9 numbers a triangle: metres, Z up. */
  readonly corners: Float64Array;
  readonly palette: readonly Colour[];
  /** Of each triangle the place in the palette; `unpainted` for one that keeps the colour that it has. */
  readonly colours: Uint32Array;
  /** 6 numbers a triangle: where its corners are in the texture, from the upper left corner on. */
  readonly uv?: Float32Array;
  /** The instance of the texture. */
  readonly texture?: number;
}

export const unpainted = 0xffffffff;

interface ItemPaint {
  readonly palette: readonly Colour[];
  /** Of each face the place in the palette. */
  readonly colours: readonly number[];
  readonly textures: readonly TextureMap[];
}

/** What the file says of single faces, by the shape that they are of. */
export interface PaintMaps {
  readonly items: ReadonlyMap<number, ItemPaint>;
  /** The instances of all textures that are used. */
  readonly textures: readonly number[];
}

/** Reads the colour maps of tessellated shapes, and the textures of these and of shapes of single faces. */
export function paintMaps(model: Model): PaintMaps {
  const maps = textureMaps(model);
  const colours = new Map(model.all('IFCINDEXEDCOLOURMAP').flatMap((number) => colourMap(model, number)));
  const items = [...new Set([...colours.keys(), ...maps.keys()])].map((item): [number, ItemPaint] => [
    item,
    { palette: [], colours: [], ...colours.get(item), textures: maps.get(item) ?? [] },
  ]);
  return { items: new Map(items), textures: [...new Set([...maps.values()].flat().map(({ texture }) => texture))] };
}

interface Painting {
  readonly model: Model;
  readonly units: Pick<Units, 'metresPerUnit'>;
  readonly paintMaps: PaintMaps;
  /** Textures whose pictures are there. */
  readonly pictures: ReadonlyMap<number, unknown>;
}

/** How single faces of an element look; none where its shapes are of one colour each. */
export function paintReader(painting: Painting, placements: Placements): (element: Element) => readonly Paint[] {
  const { model, units, paintMaps: maps, pictures } = painting;
  return ({ representation, placement }) => {
    const found: Paint[] = [];
    const stands = placement === null ? identity : placements(placement);
    if (maps.items.size === 0 || representation === null || stands === null) return found;
    const visit: Visit<undefined> = (item, matrix) => {
      const paint = maps.items.get(item.number);
      if (paint === undefined) return { within: undefined };
      const textures = paint.textures.filter(({ texture }) => pictures.has(texture));
      const inWorld: InWorld = (place) => moved(stands, scaled(moved(matrix, place), units.metresPerUnit));
      if (textures.length > 0 || paint.palette.length > 0)
        found.push(...painted(model, item, { ...paint, textures }, inWorld));
      return undefined;
    };
    visitItems(model, representation, visit, undefined, identity);
    return found;
  };
}

function colourMap(model: Model, number: number): [number, Omit<ItemPaint, 'textures'>][] {
  const map = model.read(number);
  const [item] = map === undefined ? [] : refsOf(model.get(map, 'MappedTo'));
  const list = map && follow(model, map, 'Colours');
  if (map === undefined || item === undefined || list === undefined) return [];
  const opacity = numberOf(model.get(map, 'Opacity')) ?? 1;
  const palette = rowsOf(list.values[0]).map((row): Colour => {
    const [r = 1, g = 1, b = 1] = numbersOf(row).map((value) => Math.min(1, Math.max(0, value)));
    return [r, g, b, opacity];
  });
  return [[item, { palette, colours: numbersOf(model.get(map, 'ColourIndex')).map((index) => index - 1) }]];
}

type InWorld = (place: Vector) => Vector;

/** A paint for each texture, and one for the faces that have none. */
function painted(model: Model, item: Instance, { palette, colours, textures }: ItemPaint, inWorld: InWorld): Paint[] {
  const layers = [...textures, undefined].map((map) => ({
    map,
    corners: [] as number[],
    colours: [] as number[],
    uv: [] as number[],
  }));
  for (const [n, face] of facesOf(model, item).entries()) {
    const colour = colours[n];
    for (const triangle of face.triangles) {
      const placesIn = (map: TextureMap) => triangle.map((corner) => map.placeOf(n, face, corner));
      const layer = layers.find(({ map }) => map === undefined || placesIn(map).every((place) => place !== undefined));
      layer?.corners.push(...triangle.flatMap(({ place }) => inWorld(place)));
      layer?.colours.push(colour !== undefined && palette[colour] !== undefined ? colour : unpainted);
      if (layer?.map !== undefined) layer.uv.push(...placesIn(layer.map).flatMap((place) => place ?? [0, 0]));
    }
  }
  return layers
    .filter((layer) => layer.colours.length > 0)
    .map(({ map, uv, ...layer }) => ({
      corners: Float64Array.from(layer.corners),
      palette,
      colours: Uint32Array.from(layer.colours),
      ...(map === undefined ? {} : { uv: Float32Array.from(uv), texture: map.texture }),
    }));
}
