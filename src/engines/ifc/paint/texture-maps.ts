import { follow, type Instance, type Model, numbersOf, refsOf } from '../step/model.ts';
import { faceTextures } from './face-textures.ts';
import { generatedTextures } from './generated-textures.ts';
import { rowsOf } from './tessellated.ts';
import { pictureTransform, type TextureMap, type TexturePlace } from './texture-map.ts';

/** All maps by the shape that they are of. */
export function textureMaps(model: Model): ReadonlyMap<number, readonly TextureMap[]> {
  const found = new Map<number, TextureMap[]>();
  for (const [shape, map] of [...indexedTextures(model), ...faceTextures(model), ...generatedTextures(model)])
    found.set(shape, [...(found.get(shape) ?? []), map]);
  return found;
}

type Entry = readonly [shape: number, map: TextureMap];

function indexedTextures(model: Model): readonly Entry[] {
  const kinds = ['IFCINDEXEDTRIANGLETEXTUREMAP', 'IFCINDEXEDPOLYGONALTEXTUREMAP'];
  return kinds
    .flatMap((entity) => model.all(entity))
    .flatMap((number): readonly Entry[] => {
      const map = model.read(number);
      const [item] = map === undefined ? [] : refsOf(model.get(map, 'MappedTo'));
      const [texture] = map === undefined ? [] : refsOf(model.get(map, 'Maps'));
      const shape = item === undefined ? undefined : model.read(item, map);
      if (map === undefined || shape === undefined || texture === undefined) return [];
      const place = listedPlaces(model, map, texture);
      const faces =
        map.entity === 'IFCINDEXEDTRIANGLETEXTUREMAP' ? byTriangle(model, map, shape) : byPolygon(model, map);
      const placeOf: TextureMap['placeOf'] = (face, { instance }, { at }) => place(faces(face, instance)?.[at] ?? 0);
      return [[shape.number, { texture, placeOf }]];
    });
}

/** Places in the picture by their number, from 1 on. */
function listedPlaces(model: Model, map: Instance, texture: number): (index: number) => TexturePlace | undefined {
  const list = follow(model, map, 'TexCoords');
  const places = rowsOf(list?.values[0]).map(numbersOf);
  const inPicture = pictureTransform(model, texture);
  return (index) => {
    const [s = 0, t = 0] = places[index - 1] ?? [];
    return places[index - 1] === undefined ? undefined : inPicture([s, t, 0]);
  };
}

type Faces = (face: number, instance: number | undefined) => readonly number[] | undefined;

/** Without numbers of its own, those of the corners count. */
function byTriangle(model: Model, map: Instance, shape: Instance): Faces {
  const own = rowsOf(model.get(map, 'TexCoordIndex'));
  const rows = (own.length > 0 ? own : rowsOf(model.get(shape, 'CoordIndex'))).map(numbersOf);
  return (face) => rows[face];
}

function byPolygon(model: Model, map: Instance): Faces {
  const faces = new Map(
    refsOf(model.get(map, 'TexCoordIndices')).flatMap((number): [number, readonly number[]][] => {
      const indices = model.read(number, map);
      const [face] = indices === undefined ? [] : refsOf(model.get(indices, 'TexCoordsOf'));
      if (indices === undefined || face === undefined) return [];
      const inner = rowsOf(model.get(indices, 'InnerTexCoordIndices')).flatMap(numbersOf);
      return [[face, [...numbersOf(model.get(indices, 'TexCoordIndex')), ...inner]]];
    }),
  );
  return (_, instance) => faces.get(instance ?? -1);
}
