import type { PlacedFile } from '../../../api/ports/files.ts';
import { holdsPoints } from '../../../engines/point-cloud/read/text-columns.ts';
import { unstructured } from '../types.ts';
import { findJson } from './json.ts';
import { findRasters } from './raster.ts';
import { extensionOf, isAtRoot, type Source, withExtension } from './source.ts';

/** What content is, and which of its files a viewer opens. */
export interface Detected {
  readonly type: string;
  readonly root: string | null;
}

const is = (type: string, file: PlacedFile | undefined): Detected | undefined => file && { type, root: file.path };

type Rule = (source: Source) => Promise<Detected | undefined> | Detected | undefined;

const named = (source: Source, ...names: readonly string[]): PlacedFile | undefined =>
  source.files.find((file) => isAtRoot(file) && names.includes(file.name.toLowerCase()));

const contextScene: Rule = (source) => is('ContextScene', named(source, 'contextscene.json', 'contextscene.xml'));

/** Long enough for a declaration and comments. */
const headBytes = 65_536;
const endings: readonly (readonly [string, string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
];

/** The name of the element that an XML document is, without its prefix. */
function documentElement(text: string): string | undefined {
  let at = 0;
  for (;;) {
    at += text.slice(at).search(/[^\s\ufeff]|$/);
    const skipped = endings.find(([begin]) => text.startsWith(begin, at));
    if (skipped === undefined) return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(text.slice(at, at + 256))?.[1];
    const end = text.indexOf(skipped[1], at);
    if (end < 0) return undefined;
    at = end + skipped[1].length;
  }
}

const orientations: Rule = async (source) => {
  for (const file of withExtension(source, ['xml']).filter(isAtRoot)) {
    const text = (await source.read(file, 0, headBytes)).toString('utf8');
    if (documentElement(text) === 'BlocksExchange') return is('CCOrientations', file);
  }
  return undefined;
};

const described = ['metadata.json', 'metadata.xml', 'labels.json', 'labels.xml'];

const detector: Rule = (source) => {
  const paths = new Set(source.files.map(({ path }) => path.toLowerCase()));
  const model = withExtension(source, ['onnx', 'pb']).find(({ path }) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1).toLowerCase();
    return described.some((name) => paths.has(folder + name));
  });
  return is('ContextDetector', model);
};

const sideFiles = ['prj', 'wkt', 'json', 'xml', 'csv'];
const clouds: Readonly<Record<string, readonly string[]>> = {
  LAS: ['las'],
  LAZ: ['laz'],
  E57: ['e57'],
  PCD: ['pcd'],
  XYZ: ['xyz', 'txt', 'asc', 'pts'],
  PTX: ['ptx'],
  OPC: ['opc'],
  PointCloud: ['pod'],
};

const cloud: Rule = (source) => {
  const main = source.files.filter((file) => !sideFiles.includes(extensionOf(file)));
  for (const [type, extensions] of Object.entries(clouds)) {
    if (main.length > 0 && main.every((file) => extensions.includes(extensionOf(file)))) {
      return is(type, withExtension(source, extensions)[0]);
    }
  }
  return undefined;
};

/** Tables alone, whose columns are those of points. */
const pointTable: Rule = async (source) => {
  const tables = source.files.filter((file) => extensionOf(file) === 'csv');
  const [first] = tables;
  const isAlone = source.files.every((file) => sideFiles.includes(extensionOf(file)));
  if (first === undefined || !isAlone) return undefined;
  const head = {
    size: Math.min(first.size, headBytes),
    read: (at: number, length: number) => source.read(first, at, length),
    close: async () => {},
  };
  return (await holdsPoints(head)) ? is('XYZ', first) : undefined;
};

const ply: Rule = async (source) => {
  const [first] = source.files;
  if (first === undefined || source.files.some((file) => extensionOf(file) !== 'ply')) return undefined;
  const head = (await source.read(first, 0, headBytes)).toString('latin1');
  const isSplat = /^property\s+\w+\s+f_dc_0\s*$/m.test(head.slice(0, Math.max(0, head.indexOf('end_header'))));
  return is(isSplat ? 'GS_PLY' : 'PLY', first);
};

const packedSplats: Rule = (source) =>
  source.files.every((file) => extensionOf(file) === 'spz') ? is('GS_SPZ', source.files[0]) : undefined;

const tiles: Rule = async (source) => {
  const { tileset } = await findJson(source);
  return tileset && is(tileset.points ? 'PNTS' : 'Cesium3DTiles', tileset.file);
};

const atRoot: Rule = (source) => {
  for (const type of ['OBJ', 'GLB', 'GLTF', 'FBX', '3MX', '3SM', 'DGN']) {
    const found = withExtension(source, [type.toLowerCase()]).find(isAtRoot);
    if (found !== undefined) return is(type, found);
  }
  return undefined;
};

const shapes: Rule = async (source) =>
  is('GeoJSON', withExtension(source, ['geojson'])[0]) ??
  is('GeoJSON', (await findJson(source)).geo) ??
  is('SHP', withExtension(source, ['shp'])[0]) ??
  is('KML', withExtension(source, ['kml'])[0]);

const rasters: Rule = async (source) => {
  const found = await findRasters(source);
  return found && is(found.elevation ? 'OrthophotoDSM' : 'Orthophoto', found.file);
};

const photos: Rule = (source) =>
  withExtension(source, ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'bmp', 'dng']).length > 0
    ? { type: 'CCImageCollection', root: null }
    : undefined;

/** In the order of capture.md section 0.2: the first that holds says it. */
const rules: readonly Rule[] = [
  contextScene,
  orientations,
  detector,
  cloud,
  pointTable,
  ply,
  packedSplats,
  tiles,
  atRoot,
  shapes,
  rasters,
  photos,
];

export async function detect(source: Source): Promise<Detected> {
  for (const rule of source.files.length === 0 ? [] : rules) {
    const found = await rule(source);
    if (found !== undefined) return found;
  }
  return { type: unstructured, root: null };
}
