import { isDrawable } from '../ui/stage/reality/drawable.ts';
import type { ConversionJob, Listed, OutputType } from './shapes.ts';

const clouds = ['LAS', 'LAZ', 'E57', 'PLY', 'PCD', 'XYZ', 'PTX', 'GS_PLY', 'PNTS'];
const meshes = ['OBJ', 'GLB', 'GLTF', 'PLY'];
/** Tilesets of meshes; those of clouds have this type, too. */
export const meshTiles = 'Cesium3DTiles';
/** Data of photos: pictures, and what says where they were taken. */
export const photoTypes: readonly string[] = ['CCImageCollection', 'ContextScene', 'CCOrientations'];
/** Pictures, which have a page of their own. */
export const picturesType = 'CCImageCollection';
const rasters = ['Orthophoto', 'OrthophotoDSM'];

/** What lists are narrowed down to. */
export const kinds = {
  clouds: 'Point clouds',
  meshes: 'Meshes',
  maps: 'Orthophotos and maps',
  photos: 'Photos',
  other: 'Other data',
} as const;
export type Kind = keyof typeof kinds;

/** Whether data is of a kind; tiles may be of clouds or of meshes. */
export function isOfKind({ type, rootDocument }: Pick<Listed, 'type' | 'rootDocument'>, kind: Kind): boolean {
  const isTiled = type === meshTiles;
  const isMap = rasters.includes(type) || rootDocument === 'tilemap.json';
  const are = {
    clouds: clouds.includes(type) || isTiled,
    meshes: meshes.includes(type) || isTiled,
    maps: isMap,
    photos: photoTypes.includes(type),
  };
  return kind === 'other' ? !Object.values(are).some(Boolean) : are[kind];
}

const names: Readonly<Record<string, string>> = {
  LAS: 'Point cloud, LAS',
  LAZ: 'Point cloud, LAZ',
  E57: 'Point cloud, E57',
  PCD: 'Point cloud, PCD',
  PTX: 'Point cloud, PTX',
  GS_PLY: 'Gaussian splats, PLY',
  GS_SPZ: 'Gaussian splats, SPZ',
  XYZ: 'Point cloud, text',
  PNTS: 'Point cloud, 3D Tiles',
  PLY: 'Point cloud or mesh, PLY',
  OBJ: 'Mesh, OBJ',
  GLB: 'Mesh, GLB',
  GLTF: 'Mesh, glTF',
  Cesium3DTiles: '3D Tiles',
  Orthophoto: 'Orthophoto',
  OrthophotoDSM: 'Height model',
  CCImageCollection: 'Photos',
  CCOrientations: 'Oriented photos',
  ContextScene: 'Context scene',
  ContextDetector: 'Detector',
  GeoJSON: 'Map features, GeoJSON',
  SHP: 'Map features, shapefile',
  KML: 'Map features, KML',
};

/** What it is, in words. */
export function kindOf({ type, rootDocument, size }: Pick<Listed, 'type' | 'rootDocument' | 'size'>): string {
  if (type !== 'Unstructured') return names[type] ?? type;
  if (rootDocument === 'tilemap.json') return 'Tile map';
  return size === 0 ? 'No files yet' : 'Other files';
}

/** Something that data can become, and what it is good for. */
export interface Target {
  readonly output: OutputType;
  readonly label: string;
  readonly about: string;
}

const cloudTargets: readonly Target[] = [
  { output: 'GLBC', label: '3D Tiles', about: 'To look at, here and in other viewers; compact.' },
  { output: 'GLB', label: '3D Tiles, uncompressed', about: 'For viewers that cannot read compressed tiles.' },
  { output: 'PNTS', label: '3D Tiles 1.0', about: 'For older viewers.' },
  { output: 'LAZ', label: 'LAZ', about: 'Compressed LAS: the smallest file.' },
  { output: 'LAS', label: 'LAS', about: 'What most programs for point clouds read.' },
  { output: 'E57', label: 'E57', about: 'For programs of scanners.' },
  { output: 'PLY', label: 'PLY', about: 'For programs of meshes, colours with 8 bits.' },
];
const meshTargets: readonly Target[] = [
  { output: 'Cesium3DTiles', label: '3D Tiles', about: 'To look at, here and in other viewers; with its textures.' },
];
const rasterTargets: readonly Target[] = [
  { output: 'XYZTileMap', label: 'Tile map', about: 'To look at, here and in maps of the web.' },
  { output: 'COG', label: 'Cloud-optimized GeoTIFF', about: 'For geographic information systems.' },
];

const sampledTargets = cloudTargets
  .filter(({ output }) => ['LAZ', 'LAS', 'E57'].includes(output))
  .map((one) => ({ ...one, about: `${one.about} With points all over its surfaces.` }));

/** Whether something is a format that one may ask for. */
export const isOutput = (type: string): type is OutputType =>
  [...cloudTargets, ...meshTargets, ...rasterTargets].some(({ output }) => output === type);

const otherThan = (type: string): readonly Target[] => cloudTargets.filter(({ output }) => output !== type);

/** What data of a type can become; what one looks at comes first. */
export function targetsOf(type: string): readonly Target[] {
  if (type === 'PLY')
    return [...otherThan('PLY'), ...meshTargets.map((one) => ({ ...one, label: '3D Tiles of its faces' }))];
  if (clouds.includes(type)) return otherThan(type);
  if (meshes.includes(type)) return meshTargets;
  if (type === meshTiles) return sampledTargets;
  return rasters.includes(type) ? rasterTargets : [];
}

/** The output that one looks at. */
function shownAs(type: string): OutputType | undefined {
  const output = targetsOf(type)[0]?.output;
  return output && drawnOutputs.includes(output) ? output : undefined;
}

/** Outputs that can be drawn as they are. */
const drawnOutputs: readonly string[] = ['GLBC', 'GLB', 'PNTS', 'Cesium3DTiles', 'XYZTileMap'];

/** How data can be looked at: itself, by what was made of it, soon, or after a conversion. */
export type Look =
  | { readonly is: 'ready'; readonly dataId: string }
  | { readonly is: 'underway'; readonly job: ConversionJob }
  | { readonly is: 'failed'; readonly job: ConversionJob; readonly output: OutputType }
  | { readonly is: 'possible'; readonly output: OutputType }
  | { readonly is: 'impossible' };

/** `all`: the ids that are there. Jobs come newest first. */
export function lookOf(data: Listed, jobs: readonly ConversionJob[], all: ReadonlySet<string>): Look {
  if (isDrawable(data)) return { is: 'ready', dataId: data.id };
  const own = jobs.filter(
    ({ inputs, outputs }) =>
      inputs.some(({ id }) => id === data.id) && outputs.some(({ type }) => drawnOutputs.includes(type)),
  );
  for (const job of own) {
    const made = job.outputs.find(({ type, id }) => drawnOutputs.includes(type) && id !== undefined && all.has(id));
    if (job.state === 'success' && made?.id) return { is: 'ready', dataId: made.id };
  }
  const underway = own.find(({ state }) => state === 'active');
  if (underway) return { is: 'underway', job: underway };
  const output = shownAs(data.type);
  if (output === undefined || data.size === 0) return { is: 'impossible' };
  const [last] = own;
  return last?.state === 'failed' ? { is: 'failed', job: last, output } : { is: 'possible', output };
}

/** Why a job failed, in one sentence. */
export const reasonOf = ({ executionInformation }: ConversionJob): string => {
  const [first] = executionInformation?.errors ?? [];
  if (!first) return 'It could not be converted.';
  return first.params.reduce((text, value, n) => text.replaceAll(`%${n + 1}`, value), first.message);
};

/** Options under which one looks at what is made. */
export const optionsOf = (output: OutputType) => (output === 'XYZTileMap' ? { tileFormat: 'PNG' } : {});
