import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { photosJson, type RefOf, references, type WrittenPhoto } from '../../context-scene/photos.ts';
import type { Annotations, Box3D, FileRef, Line, Object2D, Photo, Place, Polygon, Scene } from './types.ts';

/** The name under which every scene lies. */
export const sceneFile = 'ContextScene.json';

export async function writeScene(folder: string, scene: Scene): Promise<void> {
  await writeFile(join(folder, sceneFile), `${JSON.stringify(sceneJson(scene), null, 1)}\n`);
}

/** Data as `rds:<id>`, files beside the scene by a reference to ".". */
export function sceneJson({ crs, photos, clouds, meshes, annotations }: Scene): object {
  const files = references();
  const srs = crs === undefined ? {} : { SRSId: '0' };
  const content = {
    ...(photos.length > 0 && { PhotoCollection: { ...srs, ...photosJson(photos.map(writtenPhoto), files.of) } }),
    ...(meshes.length > 0 && { MeshCollection: { ...srs, Meshes: named(meshes, files.of) } }),
    ...(clouds.length > 0 && { PointCloudCollection: { ...srs, PointClouds: named(clouds, files.of) } }),
    Annotations: annotationsJson(annotations, srs, files.of),
  };
  return {
    version: '6.0',
    ...(crs !== undefined && { SpatialReferenceSystems: { 0: { Definition: crs } } }),
    References: files.all(),
    ...content,
  };
}

const named = (files: readonly FileRef[], refOf: RefOf) =>
  numbered(files.map((file) => ({ Name: file.path, Path: refOf(file) })));

const numbered = (values: readonly object[]): object => Object.fromEntries(values.map((value, at) => [at, value]));

const writtenPhoto = ({ id, image, camera }: Photo): WrittenPhoto => ({
  id,
  image,
  ...(camera && { lens: camera, pose: camera }),
});

function annotationsJson(annotations: Annotations, srs: object, refOf: RefOf): object {
  const { labels, objects2D, objects3D, segmentation2D, segmentation3D, lines2D, lines3D } = annotations;
  const { polygons2D, polygons3D } = annotations;
  const kinds = {
    ...((objects2D || objects3D) && { Object: true }),
    ...((lines2D || lines3D) && { Line: true }),
    ...((polygons2D || polygons3D) && { Contour: true }),
  };
  return {
    Labels: Object.fromEntries(labels.map(({ id, name }) => [id, { Name: name, ...kinds }])),
    ...(objects2D && { Objects2D: byPhoto(objects2D, (all) => numbered(all.map(object2DJson))) }),
    ...(objects3D && {
      Objects3D: {
        ...srs,
        Objects: numbered(objects3D.map((one) => ({ ...infoOf(one), RotatedBox3D: boxJson(one.box) }))),
      },
    }),
    ...(segmentation2D && { Segmentation2D: byPhoto(segmentation2D, (file) => ({ Path: refOf(file) })) }),
    ...(segmentation3D && { Segmentation3D: { ...srs, Path: refOf(segmentation3D) } }),
    ...(lines2D && { Lines2D: { ...srs, Lines: numbered(lines2D.map((one) => lineJson(one, 2))) } }),
    ...(lines3D && { Lines3D: { ...srs, Lines: numbered(lines3D.map((one) => lineJson(one, 3))) } }),
    ...(polygons2D && { Polygons2D: { ...srs, Polygons: numbered(polygons2D.map((one) => polygonJson(one, 2))) } }),
    ...(polygons3D && { Polygons3D: { ...srs, Polygons: numbered(polygons3D.map((one) => polygonJson(one, 3))) } }),
  };
}

const byPhoto = <V>(values: ReadonlyMap<string, V>, json: (value: V) => object): object =>
  Object.fromEntries([...values].map(([photo, value]) => [photo, json(value)]));

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

const infoOf = ({ label, confidence }: { readonly label: number; readonly confidence?: number }) => ({
  LabelInfo: { LabelId: label, ...(confidence !== undefined && { Confidence: rounded(confidence, 4) }) },
});

const object2DJson = (one: Object2D): object => {
  const { xmin, ymin, xmax, ymax } = one.box;
  const share = (value: number) => rounded(value, 6);
  return { ...infoOf(one), Box2D: { xmin: share(xmin), ymin: share(ymin), xmax: share(xmax), ymax: share(ymax) } };
};

const boxJson = ({ low, high }: Box3D): object => {
  const at = (place: Box3D['low'], axis: 0 | 1 | 2) => rounded(place[axis], 4);
  const box = {
    xmin: at(low, 0),
    ymin: at(low, 1),
    zmin: at(low, 2),
    xmax: at(high, 0),
    ymax: at(high, 1),
    zmax: at(high, 2),
  };
  const rotation = { M_00: 1, M_01: 0, M_02: 0, M_10: 0, M_11: 1, M_12: 0, M_20: 0, M_21: 0, M_22: 1 };
  return { Box3D: box, Rotation: rotation };
};

const positionJson = ([x, y, z]: Place, dimensions: 2 | 3): object => ({
  Position: { x: rounded(x, 4), y: rounded(y, 4), ...(dimensions === 3 && { z: rounded(z, 4) }) },
});

function lineJson(line: Line, dimensions: 2 | 3): object {
  const { places, diameters } = line;
  const length = places.slice(1).reduce((sum, place, at) => sum + distance(place, places[at] ?? place), 0);
  const wide = diameters ?? [0];
  return {
    ...infoOf(line),
    Length: rounded(length, 4),
    MeanDiameter: rounded(wide.reduce((sum, one) => sum + one, 0) / wide.length, 4),
    MaxDiameter: rounded(Math.max(...wide), 4),
    Vertices: numbered(
      places.map((place, at) => ({
        ...positionJson(place, dimensions),
        ...(diameters && { Diameter: rounded(diameters[at] ?? 0, 4) }),
      })),
    ),
    Segments: places.slice(1).map((_, at) => ({ VertexId1: String(at), VertexId2: String(at + 1) })),
  };
}

const distance = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function polygonJson(polygon: Polygon, dimensions: 2 | 3): object {
  const { outer, inner } = polygon;
  const rings = [outer, ...inner];
  let next = 0;
  const ids = rings.map((ring) => ring.map(() => String(next++)));
  const [outerIds = [], ...innerIds] = ids;
  const area = rings.reduce((sum, ring, at) => sum + (at === 0 ? 1 : -1) * areaOf(ring), 0);
  return {
    ...infoOf(polygon),
    Area: rounded(area, 4),
    Vertices: numbered(rings.flat().map((place) => positionJson(place, dimensions))),
    OuterBoundary: { VertexIds: outerIds },
    ...(innerIds.length > 0 && { InnerBoundaries: innerIds.map((VertexIds) => ({ VertexIds })) }),
  };
}

/** Of a ring in space: half the length of the sum of its cross products. */
export function areaOf(ring: readonly Place[]): number {
  const sum: [number, number, number] = [0, 0, 0];
  const [ox, oy, oz] = ring[0] ?? [0, 0, 0];
  ring.forEach((place, at) => {
    const next = ring[(at + 1) % ring.length] ?? place;
    const [ax, ay, az] = [place[0] - ox, place[1] - oy, place[2] - oz];
    const [bx, by, bz] = [next[0] - ox, next[1] - oy, next[2] - oz];
    sum[0] += ay * bz - az * by;
    sum[1] += az * bx - ax * bz;
    sum[2] += ax * by - ay * bx;
  });
  return Math.hypot(...sum) / 2;
}
