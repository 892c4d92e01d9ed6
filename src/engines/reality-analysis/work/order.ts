import { mkdirSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isSceneName } from '../../context-scene/document.ts';
import { type Crs, crsOf } from '../../crs/crs.ts';
import type { EngineContext } from '../../engine.ts';
import { failures } from '../failures.ts';
import type { AnalysisInput, AnalysisOutput, AnalysisParams, AnalysisWarning, NetworkFacts } from '../params.ts';
import { readScene } from '../scene/read.ts';
import type { FileRef, Photo, Scene } from '../scene/types.ts';
import { sceneFile } from '../scene/write.ts';

/** One run: what is asked, what was made, and what there is to tell. */
export interface Order {
  readonly params: AnalysisParams;
  readonly context: EngineContext;
  /** What was looked at. */
  readonly counts: { photos: number; pixels: number; points: number };
  readonly made: AnalysisOutput[];
  readonly warnings: AnalysisWarning[];
  report: string | null;
  /** What a run of its network has shown, where nobody had run it. */
  tried: NetworkFacts | null;
  /** Names of the inputs and options that the work has looked at. */
  readonly used: Set<string>;
}

export const newOrder = (params: AnalysisParams, context: EngineContext): Order => ({
  params,
  context,
  counts: { photos: 0, pixels: 0, points: 0 },
  made: [],
  warnings: [],
  report: null,
  tried: null,
  used: new Set(),
});

export const wants = ({ params }: Order, ...outputs: readonly string[]): boolean =>
  outputs.some((output) => params.outputs.includes(output));

export function inputOf({ params, used }: Order, ...roles: readonly string[]): AnalysisInput | undefined {
  for (const role of roles) used.add(role);
  return params.inputs.find(({ role }) => roles.includes(role));
}

export function neededInput(order: Order, ...roles: readonly string[]): AnalysisInput {
  const found = inputOf(order, ...roles);
  if (found === undefined) throw failures.missingData(`The input ${roles.join(' or ')} is missing.`);
  return found;
}

export function optionOf({ params, used }: Order, name: string): boolean | number | string | undefined {
  used.add(name);
  return params.options[name];
}

export function numberOption(order: Order, name: string): number | undefined {
  const value = optionOf(order, name);
  return typeof value === 'number' ? value : undefined;
}

export function warn(order: Order, code: AnalysisWarning['code'], message: string, ...params: readonly string[]): void {
  if (order.warnings.every((one) => one.code !== code || one.message !== message))
    order.warnings.push({ code, message, params });
}

/** Inputs that only say how something is done. */
const rolesOfSettings: ReadonlySet<string> = new Set(['extent', 'preset']);

/** Tells of what was asked for and had no effect. */
export function warnOfUnused(order: Order): void {
  const { params, used } = order;
  const given = Object.entries(params.options).flatMap(([name, value]) => (value === false ? [] : [name]));
  const settings = params.inputs.flatMap(({ role }) => (rolesOfSettings.has(role) ? [role] : []));
  for (const name of [...given, ...settings]) {
    if (!used.has(name)) warn(order, 'SettingIgnored', `The setting "${name}" was ignored.`, name);
  }
}

/** Progress of a part of the work, as shares of 1. */
export function telling(
  { context }: Order,
  step: string,
): { progress(share: number): void; readonly signal?: AbortSignal } {
  context.progress({ step, done: 0, total: 100, unit: 'percent' });
  return {
    ...(context.signal && { signal: context.signal }),
    progress: (share) => context.progress({ done: Math.floor(100 * Math.min(1, share)) }),
  };
}

/** A scene of an input. Files of its own folder are files of the input. */
export async function sceneIn(input: AnalysisInput): Promise<Scene> {
  const file = input.files.find(isSceneName);
  if (file === undefined) throw failures.invalidData(input.name, `it holds no ${sceneFile}`);
  const scene = await readScene(join(input.folder, file));
  const own = (ref: FileRef): FileRef => (ref.of === null ? { of: input.id, path: ref.path } : ref);
  const { annotations } = scene;
  return {
    ...scene,
    photos: scene.photos.map((photo) => ({ ...photo, image: own(photo.image) })),
    clouds: scene.clouds.map(own),
    meshes: scene.meshes.map(own),
    annotations: {
      ...annotations,
      ...(annotations.segmentation2D && {
        segmentation2D: new Map([...annotations.segmentation2D].map(([photo, ref]) => [photo, own(ref)])),
      }),
      ...(annotations.segmentation3D && { segmentation3D: own(annotations.segmentation3D) }),
    },
  };
}

const isPhoto = (name: string): boolean => /\.(jpe?g|png|tiff?|webp)$/i.test(name);

/** The same; of plain photos a scene without cameras. */
export async function photosIn(input: AnalysisInput): Promise<Scene> {
  if (input.files.some(isSceneName)) return sceneIn(input);
  const photos = input.files
    .filter(isPhoto)
    .map((path, at): Photo => ({ id: String(at), image: { of: input.id, path } }));
  if (photos.length === 0) throw failures.invalidData(input.name, 'it holds no photos');
  return { photos, clouds: [], meshes: [], annotations: { labels: [] } };
}

/** Where a file lies that a scene names. */
export function pathOf({ params }: Order, { of, path }: FileRef): string {
  const folder = params.data[of ?? ''] ?? params.inputs.find(({ id }) => id === of)?.folder;
  if (folder === undefined)
    throw failures.invalidData(sceneFile, `it refers to the data "${of}", which is not available`);
  const found = join(folder, path);
  if (!found.startsWith(folder.endsWith(sep) ? folder : folder + sep)) {
    throw failures.invalidData(sceneFile, `it refers to "${path}", which is outside of its data`);
  }
  return found;
}

/** The system of what is written: the option, else that of the scene. */
export function systemOf(order: Order, declared: string | undefined): Crs | undefined {
  const crs = optionOf(order, 'crs');
  const wanted = typeof crs === 'string' ? crs : declared;
  const found = wanted === undefined ? undefined : crsOf(wanted);
  if (found === undefined) {
    warn(order, 'NoGeoreference', 'No reference system is known: coordinates are local.');
  }
  return found;
}

/** A folder for an output. */
export function folderFor({ params }: Order, output: string): string {
  const folder = join(params.output, output);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Notes that an output is written, with all files of its folder. */
export function finish(order: Order, output: string, rootDocument: string | null, crs?: Crs): void {
  const folder = join(order.params.output, output);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const id = crs && { id: crs.id, ...(crs.verticalId === undefined ? {} : { verticalId: crs.verticalId }) };
  order.made.push({ output, folder, files, rootDocument, crs: id ?? null });
}
