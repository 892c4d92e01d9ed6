import { EngineFailure } from '../engine.ts';
import type { ConversionParams, InputFile, InputFormat } from './params.ts';

const endings: Readonly<Record<InputFormat, readonly string[]>> = {
  LAS: ['las'],
  LAZ: ['laz'],
  PLY: ['ply'],
  E57: ['e57'],
  XYZ: ['xyz', 'txt', 'asc', 'pts', 'csv'],
  PCD: ['pcd'],
  PTX: ['ptx'],
  GS_PLY: ['ply'],
  PNTS: ['json'],
  Cesium3DTiles: ['json'],
  OBJ: ['obj'],
  GLB: ['glb'],
  GLTF: ['gltf'],
  Orthophoto: ['tif', 'tiff'],
  OrthophotoDSM: ['tif', 'tiff'],
};

/** What may lie beside files of any format. */
const sides = new Set('prj wkt json xml csv mtl jpg jpeg png bin pnts glb b3dm tfw lasx lax aux txt'.split(' '));

export const endingOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
export const baseOf = (name: string): string => name.replace(/^.*\//, '').replace(/\.[^./]+$/, '');
export const folderOf = (name: string): string => name.replace(/[^/]*$/, '');

/** The files to convert, and the names of those of other formats. */
export function filesOf({ inputs, format, options }: ConversionParams): {
  readonly chosen: readonly InputFile[];
  readonly ignored: readonly string[];
} {
  const wanted = endings[format];
  const fitting = inputs.filter(({ name }) => wanted.includes(endingOf(name)));
  const all = format === 'PNTS' || format === 'Cesium3DTiles' ? rootsOf(fitting) : fitting;
  if (all.length === 0) {
    throw new EngineFailure('InputData_Invalid', `There is no file of the format ${format}.`, undefined, [format]);
  }
  const chosen = options?.merge === true ? all : lastOfEachName(all);
  const ignored = inputs.filter(({ name }) => !wanted.includes(endingOf(name)) && !sides.has(endingOf(name)));
  return { chosen, ignored: ignored.map(({ name }) => name) };
}

/** Of each container the tileset that a viewer opens: it names the others. */
function rootsOf(files: readonly InputFile[]): InputFile[] {
  const depth = ({ name }: InputFile) => name.split('/').length;
  const rank = (file: InputFile) => [depth(file), /(^|\/)tileset\.json$/i.test(file.name) ? 0 : 1] as const;
  const byContainer = Map.groupBy(files, ({ container = 0 }) => container);
  return [...byContainer.values()].flatMap((group) => {
    const sorted = group.toSorted(
      (a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1] || (a.name < b.name ? -1 : 1),
    );
    return sorted[0] ?? [];
  });
}

function lastOfEachName(files: readonly InputFile[]): InputFile[] {
  const last = new Map(files.map((file) => [file.name.toLowerCase(), file]));
  return files.filter((file) => last.get(file.name.toLowerCase()) === file);
}

/** A file beside another one: of the same container, by a path relative to its folder. */
export function fileBeside(inputs: readonly InputFile[], file: InputFile, path: string): InputFile | undefined {
  const parts: string[] = [];
  for (const part of `${folderOf(file.name)}${path.replaceAll('\\', '/')}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  const name = parts.join('/');
  const near = inputs.filter((one) => (one.container ?? 0) === (file.container ?? 0));
  const lower = name.toLowerCase();
  return near.find((one) => one.name === name) ?? near.find((one) => one.name.toLowerCase() === lower);
}

/** Names of outputs, each once: "a", "a (2)". */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} (${n})`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Without what names of files may not hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const fileName = (text: string): string => text.replaceAll(/[<>:"/\\|?*\u0000-\u001f]/g, '_').trim() || 'output';
