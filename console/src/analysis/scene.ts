import { isRecord, membersOf } from '../../../src/std/records.ts';

/** A file that a scene names: `of` is a data id, or null for the scene's own folder. */
export interface FileRef {
  readonly of: string | null;
  readonly path: string;
}

export interface ScenePhoto {
  readonly id: string;
  readonly image: FileRef;
}

/** As shares of width and height from the top left corner. */
export interface ShareBox {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
}

export interface Found {
  readonly id: string;
  readonly labelId: number;
  /** 1 where nothing is said. */
  readonly confidence: number;
}

export interface FoundInPhoto extends Found {
  readonly box: ShareBox;
}

export interface FoundInSpace extends Found {
  /** In the reference system of the scene. */
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/** A context scene, as far as it is shown. */
export interface Scene {
  /** Absent: local coordinates. */
  readonly crs?: string;
  readonly photos: readonly ScenePhoto[];
  /** Photos of which is known where they were taken. */
  readonly posed: number;
  readonly labels: ReadonlyMap<number, string>;
  /** By photo id. */
  readonly objects2D?: ReadonlyMap<string, readonly FoundInPhoto[]>;
  readonly masks?: ReadonlyMap<string, FileRef>;
  readonly objects3D?: readonly FoundInSpace[];
  readonly cloud?: FileRef;
  /** Clouds and meshes that it is made of. */
  readonly models: number;
  /** All of it, as it was read. */
  readonly json: Readonly<Record<string, unknown>>;
}

const entriesOf = (value: unknown): [string, Readonly<Record<string, unknown>>][] =>
  Object.entries(membersOf(value)).map(([id, one]) => [id, membersOf(one)]);

const numberOf = (value: unknown, usual = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : usual;

/** Undefined: it is no scene. */
export function sceneOf(json: unknown): Scene | undefined {
  if (!isRecord(json)) return undefined;
  const { PhotoCollection, Annotations, References, SpatialReferenceSystems } = json;
  const collection = membersOf(PhotoCollection);
  const marks = membersOf(Annotations);
  const file = fileIn(membersOf(References));
  const photos = entriesOf(collection.Photos).flatMap(([id, { ImagePath }]) => {
    const image = file(ImagePath);
    return image ? [{ id, image }] : [];
  });
  const [crs] = entriesOf(SpatialReferenceSystems).map(([, { Definition }]) => Definition);
  const masks = entriesOf(marks.Segmentation2D).flatMap(([photo, { Path }]): [string, FileRef][] => {
    const mask = file(Path);
    return mask ? [[photo, mask]] : [];
  });
  const cloud = file(membersOf(marks.Segmentation3D).Path);
  return {
    ...(typeof crs === 'string' && { crs }),
    photos,
    posed: entriesOf(collection.Photos).filter(([, { PoseId }]) => PoseId !== undefined).length,
    labels: new Map(entriesOf(marks.Labels).map(([id, { Name }]) => [Number(id), String(Name ?? id)])),
    ...(isRecord(marks.Objects2D) && { objects2D: inPhotos(marks.Objects2D) }),
    ...(isRecord(marks.Segmentation2D) && { masks: new Map(masks) }),
    ...(isRecord(marks.Objects3D) && { objects3D: inSpace(marks.Objects3D.Objects) }),
    ...(cloud && { cloud }),
    models:
      entriesOf(membersOf(json.PointCloudCollection).PointClouds).length +
      entriesOf(membersOf(json.MeshCollection).Meshes).length,
    json,
  };
}

const fileIn =
  (references: Readonly<Record<string, unknown>>) =>
  (ref: unknown): FileRef | undefined => {
    const [, id = '', path = ''] = /^([^:]*):(.+)$/s.exec(typeof ref === 'string' ? ref : '') ?? [];
    const { Path } = membersOf(references[id]);
    if (typeof Path !== 'string' || path === '') return undefined;
    if (Path.startsWith('rds:')) return { of: Path.slice('rds:'.length), path };
    return { of: null, path: Path === '.' || Path === '' ? path : `${Path.replace(/\/+$/, '')}/${path}` };
  };

const factsOf = (info: unknown) => {
  const { LabelId, Confidence } = membersOf(info);
  return { labelId: numberOf(LabelId), confidence: numberOf(Confidence, 1) };
};

const inPhotos = (byPhoto: unknown): ReadonlyMap<string, readonly FoundInPhoto[]> =>
  new Map(
    entriesOf(byPhoto).map(([photo, objects]) => [
      photo,
      entriesOf(objects).map(([id, { LabelInfo, Box2D }]): FoundInPhoto => {
        const { xmin, ymin, xmax, ymax } = membersOf(Box2D);
        const box = { xmin: numberOf(xmin), ymin: numberOf(ymin), xmax: numberOf(xmax), ymax: numberOf(ymax) };
        return { id, ...factsOf(LabelInfo), box };
      }),
    ]),
  );

const inSpace = (objects: unknown): readonly FoundInSpace[] =>
  entriesOf(objects).map(([id, { LabelInfo, RotatedBox3D, Box3D }]) => {
    const box = membersOf(membersOf(RotatedBox3D).Box3D ?? Box3D);
    const corner = (end: 'min' | 'max') =>
      [numberOf(box[`x${end}`]), numberOf(box[`y${end}`]), numberOf(box[`z${end}`])] as const;
    return { id, ...factsOf(LabelInfo), low: corner('min'), high: corner('max') };
  });

/** The same scene with some of the objects in its photos only; its own files are named by the data they lie in. */
export function sceneWith(
  { json }: Scene,
  dataId: string,
  isKept: (photoId: string, objectId: string) => boolean,
): object {
  const marks = membersOf(json.Annotations);
  const kept = entriesOf(marks.Objects2D).map(([photo, objects]) => [
    photo,
    Object.fromEntries(Object.entries(objects).filter(([id]) => isKept(photo, id))),
  ]);
  const references = entriesOf(json.References).map(([id, one]) => [
    id,
    one.Path === '.' || one.Path === '' ? { ...one, Path: `rds:${dataId}` } : one,
  ]);
  return {
    ...json,
    References: Object.fromEntries(references),
    Annotations: { ...marks, Objects2D: Object.fromEntries(kept) },
  };
}
