import type { Crs } from '../../crs/crs.ts';
import { EngineFailure } from '../../engine.ts';
import type { Camera, Pose } from '../../geometry/camera.ts';
import type { Block, GroundPoint, Photo } from '../block.ts';
import { adjusted } from '../bundle-adjustment/adjust.ts';
import {
  type Georeferenced,
  georeferenced,
  type Known,
  type Measured,
  namedCrs,
  pointsIn,
  zoneOf,
} from '../georeference/georeference.ts';
import { reprojected } from '../georeference/reproject.ts';
import { upright } from '../georeference/upright.ts';
import type { EngineWarning, PhotoFigures, PhotogrammetryParams } from '../params.ts';
import type { Prepared, PreparedPhoto } from '../prepare/prepare.ts';
import type { Store } from '../store.ts';
import { matchPhotos, pictureKindOf, pictureName } from './colmap.ts';
import { findMatcher, noMatcher } from './matcher.ts';
import { cameraFromMetadata, posesFromMetadata } from './metadata-poses.ts';
import type { SparseModel } from './sparse-model.ts';

export interface Calibrated {
  readonly block: Block;
  readonly by: PhotoFigures['georeference'];
  readonly reprojectionError: number | null;
  readonly warnings: readonly EngineWarning[];
}

export interface Calibrating {
  readonly params: PhotogrammetryParams;
  readonly prepared: Prepared;
  readonly store: Store;
  readonly signal: AbortSignal | undefined;
  progress(share: number, message: string): void;
  log(line: string): void;
  /** Told of each photo before it is decoded. */
  at(photo: string): void;
}

/** Where every photo stood: as a scene says, by the feature matcher, or as a last resort by what photos tell. */
export async function calibrate(work: Calibrating): Promise<Calibrated> {
  const { params, prepared } = work;
  const wanted = params.settings?.srs === undefined ? null : namedCrs(params.settings.srs);
  const oriented = prepared.photos.filter((photo) => posedOf(photo) !== undefined);
  const all = prepared.photos.length;
  if (params.type === 'Reconstruction' && oriented.length < 3) throw noPoses(oriented.length);
  if (params.type === 'Reconstruction' || oriented.length === all) return given(prepared, wanted);
  const program = await findMatcher(params.colmap, work.signal);
  if (program !== undefined) return matched(work, program, wanted);
  if (oriented.length >= 3 && oriented.length >= leastShare * all) return given(prepared, wanted);
  return fromMetadata(prepared, wanted);
}

/** A set that falls apart keeps its largest part, when that is so large. */
const leastShare = 0.7;

const posedOf = ({ given }: PreparedPhoto): Pose | undefined =>
  given === null || given.camera === -1 ? undefined : (given.pose ?? undefined);

const noPoses = (count: number): EngineFailure =>
  new EngineFailure(
    'InputData_Invalid',
    `Reconstruction needs photos whose poses and cameras are given by a scene or by orientations; ${count} are.`,
    undefined,
    ['ContextScene'],
  );

function given(prepared: Prepared, wanted: Crs | null): Calibrated {
  const crs = prepared.srs === null ? null : namedCrs(prepared.srs);
  const block: Block = {
    crs: crs === null ? null : (prepared.srs ?? null),
    cameras: prepared.cameras.map((camera, n) => camera ?? unusedCamera(prepared, n)),
    photos: prepared.photos.map((photo): Photo => {
      const { data, name, path } = photo;
      const pose = posedOf(photo);
      return { data, name, path, camera: Math.max(0, photo.given?.camera ?? 0), ...(pose ? { pose } : {}) };
    }),
    ties: [],
    points: pointsIn(measuredOf(prepared, crs), crs),
  };
  const left = block.photos.filter(({ pose }) => pose === undefined).map(({ name }) => name);
  const warnings = [...leftOut(left), ...(crs === null ? [noGeoreference] : [])];
  return {
    block: reprojected(block, crs, wanted),
    by: crs === null ? 'none' : 'given',
    reprojectionError: null,
    warnings,
  };
}

/** For photos without poses, which nobody looks through. */
function unusedCamera({ photos }: Prepared, number: number): Camera {
  const photo = photos.find(({ given: told }) => told?.camera === number) ?? photos[0];
  return cameraFromMetadata(photo?.facts ?? { ...noFacts });
}

const noFacts = {
  width: 1,
  height: 1,
  focal: 1,
  lens: {},
  device: '',
  taken: null,
  gps: null,
  attitude: null,
} as const;

/** The measured points of a scene, else of the file of control points, with the photos of the set. */
function measuredOf({ measured, photos, points: told, pointsSrs, srs }: Prepared, usual: Crs | null): Measured {
  const system = pointsSrs ?? srs;
  if (told.length > 0) return { crs: system === null ? usual : namedCrs(system), points: told };
  const named = measured?.srs ? namedCrs(measured.srs) : null;
  const points = (measured?.points ?? []).map(
    (point): GroundPoint => ({
      ...point,
      seen: point.seen.flatMap(({ image, x, y }) => {
        const photo = photos.findIndex(({ name }) => name === image || name.endsWith(`/${image}`));
        return photo === -1 ? [] : [{ photo, x, y }];
      }),
    }),
  );
  return { crs: named ?? usual ?? zoneOf(photos.map(({ facts }) => facts)) ?? null, points };
}

async function matched(work: Calibrating, program: string, wanted: Crs | null): Promise<Calibrated> {
  const { params, prepared, store, signal, progress, log, at } = work;
  const photos = prepared.photos.map(({ name, path, group, facts, given: told }) => {
    const lens = prepared.cameras[told?.camera ?? -1] ?? undefined;
    const kind = pictureKindOf(facts, prepared.photos.length);
    return { name, path, camera: group, facts, kind, ...(lens?.fisheye && { fisheye: lens }) };
  });
  const made = prepared.photos.map(({ digest, group }, n) => [digest, group, photos[n]?.fisheye]);
  const folder = store.folder('matching', ['clean pictures 2', made, params.quality]);
  const model = await matchPhotos({
    program,
    folder,
    photos,
    quality: params.quality,
    threads: params.engines,
    signal,
    log,
    progress,
    at,
  });
  const names = photos.map((photo, n) => pictureName(n, photo));
  const left = prepared.photos.flatMap(({ name }, n) => (model?.pictures.has(names[n] ?? '') ? [] : [name]));
  const registered = photos.length - left.length;
  if (model === undefined || registered < 3 || registered < leastShare * photos.length) {
    throw notConnected(registered, photos.length, left);
  }
  const local = localBlock(prepared, model, names);
  const { block: put, by } = onEarth(local, {
    facts: prepared.photos.map((photo) => photo.facts),
    measured: measuredOf(prepared, null),
    wanted,
    told: {
      crs: prepared.srs === null ? null : namedCrs(prepared.srs),
      places: prepared.photos.map((photo) => photo.given?.pose?.centre),
    },
  });
  progress(0.99, 'Adjustment');
  const bent = by === 'control points' ? await adjusted(put, signal) : undefined;
  const errors = model.points.reduce((sum, { error }) => sum + error, 0) / Math.max(1, model.points.length);
  const nowhere = by === 'none' || (by === 'given' && put.crs === null);
  const warnings = [...leftOut(left), ...(nowhere ? [noGeoreference] : [])];
  return { block: withoutSights(bent?.block ?? put), by, reprojectionError: bent?.error ?? errors, warnings };
}

const withoutSights = (block: Block): Block => ({
  ...block,
  ties: block.ties.map(({ place, seenBy }) => ({ place, seenBy })),
});

function onEarth(block: Block, known: Known): Georeferenced {
  const found = georeferenced(block, known);
  return found.by === 'none' ? { ...found, block: upright(found.block) } : found;
}

/** Pixels by which a point may miss, and still tells where something is. */
const mostError = 2;

function localBlock({ photos }: Prepared, model: SparseModel, names: readonly string[]): Block {
  const groups = 1 + photos.reduce((most, { group }) => Math.max(most, group), 0);
  const cameraOf = (group: number): Camera => {
    const member = photos.findIndex((photo, n) => photo.group === group && model.pictures.has(names[n] ?? ''));
    const found = model.cameras.get(model.pictures.get(names[member] ?? '')?.camera ?? -1);
    const facts = photos.find((photo) => photo.group === group)?.facts;
    return found ?? cameraFromMetadata(facts ?? noFacts);
  };
  const numbers = new Map(names.map((name, n) => [name, n]));
  return {
    crs: null,
    cameras: Array.from({ length: groups }, (_, group) => cameraOf(group)),
    photos: photos.map(({ data, name, path, group }, n): Photo => {
      const pose = model.pictures.get(names[n] ?? '')?.pose;
      return { data, name, path, camera: group, ...(pose ? { pose } : {}) };
    }),
    ties: model.points
      .filter(({ error }) => error <= mostError)
      .map(({ place, seen }) => {
        const sights = seen.flatMap(({ name, x, y }) => {
          const photo = numbers.get(name);
          return photo === undefined ? [] : [{ photo, x, y }];
        });
        return { place, seenBy: sights.map(({ photo }) => photo), seen: sights };
      }),
    points: [],
  };
}

function fromMetadata(prepared: Prepared, wanted: Crs | null): Calibrated {
  const facts = prepared.photos.map((photo) => photo.facts);
  const crs = wanted ?? zoneOf(facts);
  const poses = crs ? posesFromMetadata(facts, crs) : [];
  if (crs === undefined || poses.length === 0 || poses.some((pose) => pose === undefined)) throw noMatcher();
  const block: Block = {
    crs: crs.id,
    cameras: facts.map(cameraFromMetadata),
    photos: prepared.photos.map(({ data, name, path }, camera): Photo => {
      const pose = poses[camera];
      return { data, name, path, camera, ...(pose ? { pose } : {}) };
    }),
    ties: [],
    points: [],
  };
  return { block, by: 'GPS', reprojectionError: null, warnings: [posesFromPhotos] };
}

const posesFromPhotos: EngineWarning = {
  code: 'PosesFromMetadata',
  message: 'No feature matcher is available: poses were taken from what the photos tell, which is much less accurate.',
  params: [],
};
const noGeoreference: EngineWarning = {
  code: 'NoGeoreference',
  message: 'Neither control points nor GPS tell where the photos were taken; coordinates are local.',
  params: [],
};

const shown = 20;

const listed = (names: readonly string[]): string =>
  names.length > shown ? `${names.slice(0, shown).join(', ')} and ${names.length - shown} more` : names.join(', ');

function leftOut(names: readonly string[]): EngineWarning[] {
  if (names.length === 0) return [];
  const text = listed(names);
  return [
    {
      code: 'PhotosLeftOut',
      message: `These photos could not be oriented and were left out: ${text}.`,
      params: [text],
    },
  ];
}

const notConnected = (registered: number, all: number, left: readonly string[]): EngineFailure =>
  new EngineFailure(
    'PhotosNotConnected',
    `Only ${registered} of ${all} photos hold together; these do not: ${listed(left)}. More overlap is needed.`,
    undefined,
    [String(registered), String(all)],
  );
