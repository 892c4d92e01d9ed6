import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { maskLabels, segmentPicture } from '../detect/detector.ts';
import { pixelMask, regionsOf } from '../detect/mask.ts';
import { readPicture, writeMask } from '../detect/picture.ts';
import { nameOf } from '../evaluate/pairs.ts';
import { failures } from '../failures.ts';
import type { AnalysisInput } from '../params.ts';
import { geoOf, type RasterPlace } from '../raster/geo.ts';
import type { Line, Photo, Place, Polygon, Scene } from '../scene/types.ts';
import { bitmapOf } from '../trace/bitmap.ts';
import { centerLinesOf } from '../trace/center-lines.ts';
import { type Corner, outlinesOf, reduced, signedArea, simplified } from '../trace/outlines.ts';
import { detectorIn } from './detector.ts';
import { putMasks } from './evaluate.ts';
import { emptyScene, putExports, putScene } from './exports.ts';
import { neededInput, type Order, pathOf, sceneIn, systemOf, telling } from './order.ts';

/** In pixels. */
const tolerance = 0.75;

/** Masks, outlines and centre lines of an orthophoto, in the system of the map. */
export async function segmentMap(order: Order): Promise<void> {
  const detector = await detectorIn(order, 'OrthophotoSegmentationDetector');
  const scene = await mapsIn(neededInput(order, 'orthophoto'));
  const labels = maskLabels(detector)
    .filter(({ id }) => id !== 0)
    .map(({ id, name }) => ({ id, name }));
  const folder = join(order.params.output, 'masks');
  mkdirSync(folder, { recursive: true });
  const { progress, signal } = telling(order, 'Segmenting the orthophoto');
  const [polygons, lines]: [Polygon[], Line[]] = [[], []];
  const masks = new Map<string, { of: null; path: string }>();
  let declared: string | undefined = scene.crs;
  for (const [at, photo] of scene.photos.entries()) {
    signal?.throwIfAborted();
    const file = pathOf(order, photo.image);
    const place = await geoOf(file, photo.image.path);
    declared ??= place.crs;
    const picture = await readPicture(file, photo.image.path, order.context);
    order.counts.photos++;
    order.counts.pixels += picture.width * picture.height;
    const cells = await segmentPicture(detector, picture, 'tiles', signal);
    const name = `${at}.png`;
    await writeMask(join(folder, name), pixelMask(cells, picture.width, picture.height));
    masks.set(photo.id, { of: null, path: `masks/${name}` });
    const fewest = detector.metadata.kind === 'mask' ? Math.max(1, detector.metadata.output.minPixels) : 1;
    for (const region of regionsOf(cells, fewest)) {
      const found = traced(region.cells, cells.columns, cells.stride, place);
      const facts = { label: region.label, confidence: region.confidence };
      polygons.push(...found.polygons.map((one) => ({ ...facts, ...one })));
      lines.push(...found.lines.map((one) => ({ ...facts, ...one })));
    }
    progress((at + 1) / scene.photos.length);
  }
  const crs = systemOf(order, declared);
  const base = { ...emptyScene(declared), photos: scene.photos };
  await putMasks(order, { ...base, annotations: { labels } }, labels, masks, folder);
  await putScene(order, 'polygons2D', { ...base, annotations: { labels, polygons2D: polygons } }, crs);
  await putScene(order, 'lines2D', { ...base, annotations: { labels, lines2D: lines } }, crs);
  await putExports(order, { base: 'polygons2D', polygons, nameOf: nameOf(labels) }, crs);
  await putExports(order, { base: 'lines2D', lines, nameOf: nameOf(labels) }, crs);
}

/** A scene, or the rasters of an input. */
async function mapsIn(input: AnalysisInput): Promise<Scene> {
  if (input.files.some((name) => /^contextscene\.json$/i.test(name))) return sceneIn(input);
  const rasters = input.files.filter((name) => /\.(tiff?|jpe?g|png)$/i.test(name));
  if (rasters.length === 0) throw failures.invalidData(input.name, 'it holds no orthophoto');
  const photos = rasters.map((path, at): Photo => ({ id: String(at), image: { of: input.id, path } }));
  return { ...emptyScene(undefined), photos };
}

/** One region: its largest outline with holes, and its centre lines, on the map. */
function traced(cells: readonly number[], columns: number, stride: number, { toMap, pixel }: RasterPlace) {
  const bitmap = bitmapOf(cells, columns);
  const place = ([x, y]: Corner): Place => toMap(x * stride, y * stride);
  const outlines = outlinesOf(bitmap).filter(({ outer }) => signedArea(outer) > 4 || cells.length <= 4);
  const polygons = outlines.map(({ outer, inner }) => ({
    outer: simplified(outer, tolerance).map(place),
    inner: inner.map((ring) => simplified(ring, tolerance).map(place)),
  }));
  const lines = centerLinesOf(bitmap).map(({ places, widths }) => {
    const path = places.map(([x, y], n): [number, number, number] => [x, y, widths[n] ?? 0]);
    const kept = reduced(path, tolerance);
    return {
      places: kept.map(([x, y]) => place([x, y])),
      diameters: kept.map(([, , width = 0]) => width * stride * pixel),
    };
  });
  return { polygons, lines };
}
