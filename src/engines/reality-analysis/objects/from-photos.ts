import { breathe } from '../../engine.ts';
import { overlap2D } from '../evaluate/overlap.ts';
import { type Camera, projected, rayOf } from '../scene/camera.ts';
import type { Object2D, Object3D, Photo, Place } from '../scene/types.ts';
import { fitBox, outlineOf, type Sighting } from './fit-box.ts';

export interface FromPhotosOptions {
  /** How many photos must show an object. */
  readonly minPhotos: number;
  /** Metres from the camera beyond which a photo does not count. */
  readonly maxDist?: number | undefined;
}

/** An object in one photo, in pixels, with its line of sight. */
interface Seen extends Sighting {
  readonly photo: number;
  readonly label: number;
  readonly confidence: number;
  readonly ray: Place;
}

/** How many of the photos nearest to one are looked at for partners: an object is not seen from everywhere. */
const mostPartners = 60;
/** Two rays meet when they pass within this share of the object's size. */
const meeting = 0.5;
/** A place belongs to a box in whose middle part it is seen. */
const central = 0.35;
const enough = 0.3;

/** Objects in space out of those in photos: boxes of one label whose rays meet, fitted together. */
export async function objectsFromPhotos(
  photos: readonly Photo[],
  objects: ReadonlyMap<string, readonly Object2D[]>,
  { minPhotos, maxDist }: FromPhotosOptions,
  { progress, signal }: { progress(share: number): void; readonly signal?: AbortSignal | undefined },
): Promise<(Object3D & { readonly sightings: readonly Sighting[] })[]> {
  const seen = seenIn(photos, objects);
  const free = new Set(seen);
  const found: (Object3D & { readonly sightings: readonly Sighting[] })[] = [];
  for (const [at, first] of seen.entries()) {
    if (at % 20 === 0) {
      progress(at / seen.length);
      await breathe();
      signal?.throwIfAborted();
    }
    if (!free.has(first)) continue;
    const group = bestGroup(first, free, maxDist);
    if (group.length < Math.max(2, minPhotos)) continue;
    const object = fitted(group, free, maxDist);
    if (object === undefined || object.members.length < Math.max(2, minPhotos)) continue;
    for (const one of object.members) free.delete(one);
    const confidence = object.members.reduce((sum, one) => sum + one.confidence, 0) / object.members.length;
    found.push({ label: first.label, confidence, box: object.box, sightings: object.members });
  }
  return found;
}

/** Objects of photos with cameras, the surest first. */
function seenIn(photos: readonly Photo[], objects: ReadonlyMap<string, readonly Object2D[]>): Seen[] {
  return photos
    .flatMap(({ id, camera }, photo) =>
      camera === undefined ? [] : (objects.get(id) ?? []).map((object) => seenBy(camera, photo, object)),
    )
    .sort((a, b) => b.confidence - a.confidence);
}

function seenBy(camera: Camera, photo: number, { label, confidence = 1, box }: Object2D): Seen {
  const pixels = {
    xmin: box.xmin * camera.width,
    xmax: box.xmax * camera.width,
    ymin: box.ymin * camera.height,
    ymax: box.ymax * camera.height,
  };
  const ray = rayOf(camera, (pixels.xmin + pixels.xmax) / 2, (pixels.ymin + pixels.ymax) / 2);
  return { camera, photo, label, confidence, ray, box: pixels };
}

interface Meeting {
  readonly place: Place;
  /** How far the rays pass each other. */
  readonly gap: number;
}

/** Where two rays come nearest, before both cameras. */
function meet(a: Seen, b: Seen): Meeting | undefined {
  const [p, q, u, v] = [a.camera.center, b.camera.center, a.ray, b.ray];
  const w: Place = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  const [uv, uw, vw] = [dot(u, v), dot(u, w), dot(v, w)];
  const turned = 1 - uv * uv;
  if (turned < 1e-5) return undefined;
  const [s, t] = [(uv * vw - uw) / turned, (vw - uv * uw) / turned];
  if (s <= 0 || t <= 0) return undefined;
  const at: Place = [p[0] + s * u[0], p[1] + s * u[1], p[2] + s * u[2]];
  const bt: Place = [q[0] + t * v[0], q[1] + t * v[1], q[2] + t * v[2]];
  const gap = Math.hypot(at[0] - bt[0], at[1] - bt[1], at[2] - bt[2]);
  return { place: [(at[0] + bt[0]) / 2, (at[1] + bt[1]) / 2, (at[2] + bt[2]) / 2], gap };
}

const dot = (a: Place, b: Place): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const distance = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The most boxes, one a photo, that agree on a place on the ray of the first. */
function bestGroup(first: Seen, free: ReadonlySet<Seen>, maxDist: number | undefined): Seen[] {
  const others = [...free]
    .filter((one) => one.label === first.label && one.photo !== first.photo)
    .map((one) => ({ one, away: distance(one.camera.center, first.camera.center) }))
    .sort((a, b) => a.away - b.away)
    .slice(0, mostPartners)
    .map(({ one }) => one);
  let best: { members: Seen[]; off: number } = { members: [], off: Infinity };
  for (const other of others) {
    const found = meet(first, other);
    if (found === undefined) continue;
    const size = sizeAt(first, found.place);
    if (found.gap > meeting * size) continue;
    if (maxDist !== undefined && distance(found.place, first.camera.center) > maxDist) continue;
    const members = supporters(found.place, [first, ...others], maxDist);
    const off = members.reduce((sum, one) => sum + offMiddle(one, found.place), 0) / members.length;
    const isBetter = members.length > best.members.length || (members.length === best.members.length && off < best.off);
    if (isBetter) best = { members, off };
  }
  return best.members;
}

/** Metres that a marked box is wide at a place. */
function sizeAt({ camera, box }: Seen, place: Place): number {
  const depth = projected(camera, place)?.depth ?? 0;
  return (depth * Math.sqrt((box.xmax - box.xmin) * (box.ymax - box.ymin))) / camera.focal;
}

/** How far from the middle of a box a place is seen, in shares of its sides; large where it is not seen. */
function offMiddle({ camera, box }: Seen, place: Place): number {
  const seen = projected(camera, place);
  if (seen === undefined) return Infinity;
  return Math.max(
    Math.abs(seen.u - (box.xmin + box.xmax) / 2) / Math.max(1, box.xmax - box.xmin),
    Math.abs(seen.v - (box.ymin + box.ymax) / 2) / Math.max(1, box.ymax - box.ymin),
  );
}

/** Of each photo the box in whose middle the place is seen best. */
function supporters(place: Place, all: readonly Seen[], maxDist: number | undefined): Seen[] {
  const byPhoto = new Map<number, { one: Seen; off: number }>();
  for (const one of all) {
    if (maxDist !== undefined && distance(place, one.camera.center) > maxDist) continue;
    const off = offMiddle(one, place);
    if (off > central || off >= (byPhoto.get(one.photo)?.off ?? Infinity)) continue;
    byPhoto.set(one.photo, { one, off });
  }
  return [...byPhoto.values()].map(({ one }) => one);
}

/** A box for a group, then the boxes of all photos that fit to it, and once more. */
function fitted(group: readonly Seen[], free: ReadonlySet<Seen>, maxDist: number | undefined) {
  let members: readonly Seen[] = group;
  let middle = middleOf(group);
  let size = median(group.map((one) => sizeAt(one, middle)));
  for (let round = 0; ; round++) {
    const box = fitBox(members, middle, size);
    const [label] = group.map((one) => one.label);
    const agreeing = new Map<number, { one: Seen; share: number }>();
    for (const one of free) {
      if (one.label !== label) continue;
      const outline = outlineOf(one.camera, box);
      const share = outline === undefined ? 0 : overlap2D(outline, one.box);
      const isFar = maxDist !== undefined && distance(middle, one.camera.center) > maxDist;
      if (isFar || share < enough || share <= (agreeing.get(one.photo)?.share ?? 0)) continue;
      agreeing.set(one.photo, { one, share });
    }
    const next = [...agreeing.values()].map(({ one }) => one);
    if (round === 2 || next.length < 2) return next.length < 2 ? undefined : { box, members: next };
    members = next;
    const { low, high } = box;
    middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
    size = Math.cbrt((high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]));
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The place nearest to all rays of a group: of the meetings of the first with the others, axis by axis the median. */
function middleOf(group: readonly Seen[]): Place {
  const [first, ...rest] = group;
  const places: Place[] = [];
  for (const other of rest) {
    const found = first && meet(first, other);
    if (found) places.push(found.place);
  }
  return [
    median(places.map((one) => one[0])),
    median(places.map((one) => one[1])),
    median(places.map((one) => one[2])),
  ];
}
