import sharp from 'sharp';
import { type Camera, pixelOf, seenFrom } from '../../geometry/camera.ts';
import { readPicture } from '../dense/picture.ts';
import type { View } from '../dense/view.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { type Chart, type CornerPixel, chartsOf } from './charts.ts';
import { type Page, packed, type Slot } from './pack.ts';
import { placeOf } from './view-score.ts';

/** A photo that gives colours to triangles. */
export interface PhotoSource {
  readonly path: string;
  readonly camera: Camera;
  readonly view: View;
}

/** Triangles with their places on pages of texture. */
export interface Atlas {
  readonly charts: readonly Chart[];
  readonly slots: readonly Slot[];
  readonly pages: readonly Page[];
  /** Triangles that no photo shows. */
  readonly bare: readonly number[];
}

/** `labels` are places in the list of photos; `scale`: pixels of a page by those of the photo, at most 1. */
export function atlasOf(
  mesh: Mesh,
  wanted: readonly number[],
  labels: Int32Array,
  beyond: Int32Array,
  photos: readonly PhotoSource[],
  scale: number,
  mostSide: number,
): Atlas {
  const pixel: CornerPixel = (triangle, corner, photo) => {
    const source = photos[photo];
    if (source === undefined) return [0, 0];
    const place = placeOf(mesh, mesh.triangles[3 * triangle + corner] ?? 0);
    const [x, y, z] = seenFrom(source.view.pose, place);
    const [u, v] = pixelOf(source.camera, x / z, y / z);
    return [u * scale, v * scale];
  };
  const charts = chartsOf(wanted, labels, beyond, pixel, mostSide);
  return { charts, ...packed(charts, mostSide), bare: wanted.filter((triangle) => (labels[triangle] ?? -1) < 0) };
}

/** Where the corners of a chart's triangles lie on their page: 0 to 1 from the left and from the top, two a corner. */
export function cornersOnPage({ charts, slots, pages }: Atlas, chart: number): Float32Array {
  const [one, slot] = [charts[chart], slots[chart]];
  const page = pages[slot?.page ?? 0];
  if (one === undefined || slot === undefined || page === undefined) return new Float32Array(0);
  return one.corners.map((value, n) =>
    n % 2 === 0 ? (value - one.x + slot.x) / page.width : (value - one.y + slot.y) / page.height,
  );
}

const quality = 88;

/** A page as JPEG: the pieces of the photos where the charts are. */
export async function paintedPage(
  { charts, slots, pages }: Atlas,
  number: number,
  photos: readonly PhotoSource[],
  scale: number,
): Promise<Buffer> {
  const page = pages[number] ?? { width: 1, height: 1 };
  const rgb = new Uint8Array(3 * page.width * page.height);
  for (const [n, { path, camera }] of photos.entries()) {
    const own = charts.flatMap((chart, at) => {
      const slot = slots[at];
      return chart.photo === n && slot?.page === number ? [{ chart, slot }] : [];
    });
    if (own.length === 0) continue;
    const picture = await readPicture(path, scale === 1 ? undefined : Math.round(camera.width * scale));
    for (const { chart, slot } of own) copyPiece(picture, chart, slot, rgb, page.width);
  }
  return sharp(rgb, { raw: { width: page.width, height: page.height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function copyPiece(
  picture: { readonly width: number; readonly height: number; readonly rgb: Uint8Array },
  chart: Chart,
  slot: Slot,
  to: Uint8Array,
  width: number,
): void {
  for (let y = 0; y < chart.height; y++) {
    const row = Math.min(picture.height - 1, Math.max(0, chart.y + y));
    for (let x = 0; x < chart.width; x++) {
      const from = 3 * (row * picture.width + Math.min(picture.width - 1, Math.max(0, chart.x + x)));
      const at = 3 * ((slot.y + y) * width + slot.x + x);
      to[at] = picture.rgb[from] ?? 0;
      to[at + 1] = picture.rgb[from + 1] ?? 0;
      to[at + 2] = picture.rgb[from + 2] ?? 0;
    }
  }
}
