import { join } from 'node:path';
import type { Crs } from '../../crs/crs.ts';
import { wktOf } from '../../crs/wkt-text.ts';
import { esriOf } from '../../crs/write/esri.ts';
import { type Exported, middleOf, writeGeoJson } from '../export/geo-json.ts';
import { type Shape, type shapeTypes, writeShapes } from '../export/shape-file.ts';
import { writeTileset } from '../export/tileset.ts';
import type { Line, Object3D, Place, Polygon, Scene } from '../scene/types.ts';
import { sceneFile, writeScene } from '../scene/write.ts';
import { finish, folderFor, type Order, wants } from './order.ts';

/** Writes a scene as an output of that name. */
export async function putScene(order: Order, output: string, scene: Scene, crs: Crs | undefined): Promise<void> {
  if (!wants(order, output)) return;
  await writeScene(folderFor(order, output), scene);
  finish(order, output, sceneFile, crs);
}

export const emptyScene = (crs: string | undefined): Scene => ({
  ...(crs === undefined ? {} : { crs }),
  photos: [],
  clouds: [],
  meshes: [],
  annotations: { labels: [] },
});

/** What is found, as a base that exports are made of. */
export interface Found {
  readonly base: 'objects3D' | 'lines2D' | 'lines3D' | 'polygons2D' | 'polygons3D' | 'locations3DA' | 'locations3DB';
  readonly objects?: readonly Object3D[];
  readonly lines?: readonly Line[];
  readonly polygons?: readonly Polygon[];
  readonly nameOf: (label: number) => string;
}

/** Writes the exports of a base that are asked for. */
export async function putExports(order: Order, found: Found, crs: Crs | undefined): Promise<void> {
  const { base, objects, lines, polygons, nameOf } = found;
  order.context.progress({ step: 'Export' });
  const areLocations = base === 'locations3DA' || base === 'locations3DB';
  const content: Exported = {
    ...(objects && (areLocations ? { locations: objects } : { objects })),
    ...(lines && { lines }),
    ...(polygons && { polygons }),
  };
  if (wants(order, `${base}As3DTiles`)) {
    const shown = { ...(objects && { objects }), ...(lines && { lines }), ...(polygons && { polygons }) };
    await writeTileset(folderFor(order, `${base}As3DTiles`), shown, nameOf, crs);
    finish(order, `${base}As3DTiles`, 'tileset.json', crs);
  }
  await putGeoJson(order, `${base}AsGeoJSON`, content, nameOf, crs);
  await putShapes(order, `${base}AsSHP`, found, crs);
  if (base === 'objects3D' && objects) {
    await putGeoJson(order, 'locations3DAsGeoJSON', { locations: objects }, nameOf, crs);
    await putShapes(order, 'locations3DAsSHP', found, crs);
  }
}

async function putGeoJson(
  order: Order,
  output: string,
  content: Exported,
  nameOf: Found['nameOf'],
  crs: Crs | undefined,
) {
  if (!wants(order, output)) return;
  const name = `${output.replace(/As.*/, '')}.geojson`;
  await writeGeoJson(join(folderFor(order, output), name), content, nameOf, crs);
  finish(order, output, name, crs);
}

async function putShapes(
  order: Order,
  output: string,
  { objects, lines, polygons, nameOf }: Found,
  crs: Crs | undefined,
) {
  if (!wants(order, output)) return;
  const stem = output.replace(/As.*/, '');
  const made = (one: Object3D | Line | Polygon, parts: readonly (readonly Place[])[]): Shape => ({
    parts,
    label: nameOf(one.label),
    labelId: one.label,
    confidence: one.confidence,
  });
  const [type, shapes]: [keyof typeof shapeTypes, Shape[]] = objects
    ? ['point', objects.map((one) => made(one, [[middleOf(one)]]))]
    : lines
      ? ['line', lines.map((one) => made(one, [one.places]))]
      : [
          'polygon',
          (polygons ?? []).map((one) =>
            made(one, [turned(one.outer, true), ...one.inner.map((ring) => turned(ring, false))]),
          ),
        ];
  await writeShapes(join(folderFor(order, output), stem), type, shapes, crs && (esriOf(crs.model) ?? wktOf(crs)));
  finish(order, output, `${stem}.shp`, crs);
}

/** Closed, and clockwise seen from above, or the other way round. */
function turned(ring: readonly Place[], clockwise: boolean): Place[] {
  const sum = ring.reduce((all, [x, y], n) => {
    const [u = x, v = y] = ring[(n + 1) % ring.length] ?? [];
    return all + x * v - u * y;
  }, 0);
  const order = sum < 0 === clockwise ? [...ring] : ring.toReversed();
  return [...order, ...order.slice(0, 1)];
}
