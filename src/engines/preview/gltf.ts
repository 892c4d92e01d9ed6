import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EngineFailure } from '../engine.ts';
import { glbPlaces } from '../geometry/glb.ts';
import { broken, type Members, membersOf, objectsIn, textsIn, wholeIn } from './members.ts';
import { isFallback, meshopt, unpacked } from './meshopt.ts';

/** A glTF 2.0 with all its bytes. */
export interface Gltf {
  readonly json: Members;
  readonly nodes: readonly Members[];
  readonly meshes: readonly Members[];
  readonly materials: readonly Members[];
  readonly accessors: readonly Members[];
  readonly views: readonly Members[];
  readonly buffers: readonly Buffer[];
  /** It was a GLB already. */
  readonly isBinary: boolean;
}

/** What may be required: what says how things look, and positions in small numbers. */
const readable = /^(KHR_materials_\w+|KHR_texture_\w+|KHR_lights_punctual|KHR_mesh_quantization|EXT_texture_\w+)$/;

/** Where a file lies that a glTF names; undefined when it is not there. */
export type FindFile = (uri: string) => string | undefined;

/**
 * Reads a glTF or GLB that is whole in itself. `resources`: where other files of our own lie, or what finds those that
 * came with it; with the latter what is packed is unpacked, too.
 */
export async function readGltf(path: string, resources?: string | FindFile): Promise<Gltf> {
  const file = await readFile(path);
  const { text, bin, isBinary } = partsOf(file);
  const json = membersOf(parsed(text));
  const version = membersOf(json.asset).version;
  if (typeof version !== 'string' || !version.startsWith('2.')) throw broken('its version is not 2');
  const unpacks = typeof resources === 'function';
  const unknown = textsIn(json.extensionsRequired).find(
    (name) => !readable.test(name) && !(unpacks && name === meshopt),
  );
  if (unknown !== undefined) {
    throw new EngineFailure(
      'UnknownExtension',
      `The file needs the extension '${shown(unknown)}', which is not read here.`,
    );
  }
  if (typeof resources !== 'function') for (const image of objectsIn(json.images)) refuseOthers(image.uri);
  const buffers: Buffer[] = [];
  for (const [at, one] of objectsIn(json.buffers).entries()) {
    if (unpacks && isFallback(one)) {
      buffers.push(Buffer.alloc(0));
      continue;
    }
    const bytes = one.uri === undefined ? (at === 0 ? bin : undefined) : await bytesOf(one.uri, resources);
    if (bytes === undefined || bytes.length < wholeIn(one, 'byteLength')) throw broken('bytes are missing');
    buffers.push(bytes);
  }
  const views = objectsIn(json.bufferViews);
  return {
    json,
    nodes: objectsIn(json.nodes),
    meshes: objectsIn(json.meshes),
    materials: objectsIn(json.materials),
    accessors: objectsIn(json.accessors),
    ...(unpacks ? await unpacked(views, buffers) : { views, buffers }),
    isBinary,
  };
}

const shown = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken('its JSON is wrong');
  }
}

function partsOf(file: Buffer): { text: string; bin: Buffer | undefined; isBinary: boolean } {
  const places = glbPlaces(file.subarray(0, 20));
  if (places === undefined)
    return { text: file.toString('utf8').replace(/^\ufeff/, ''), bin: undefined, isBinary: false };
  const { jsonLength, binOffset } = places;
  if (file.readUInt32LE(4) !== 2) throw broken('its version is not 2');
  if (file.readUInt32LE(8) !== file.length || 20 + jsonLength > file.length) throw broken('it is cut off');
  const text = file.toString('utf8', 20, 20 + jsonLength);
  if (binOffset > file.length) return { text, bin: undefined, isBinary: true };
  const binLength = file.readUInt32LE(binOffset - 8);
  if (binOffset + binLength > file.length) throw broken('it is cut off');
  return { text, bin: file.subarray(binOffset, binOffset + binLength), isBinary: true };
}

const dataUri = /^data:[^,]{0,200};base64,/i;

function refuseOthers(uri: unknown): void {
  if (uri === undefined || (typeof uri === 'string' && dataUri.test(uri.slice(0, 300)))) return;
  const name = typeof uri === 'string' ? shown(uri) : 'something else';
  throw new EngineFailure(
    'NotWhole',
    `The file refers to '${name}'. A preview is made of files that are whole in themselves.`,
  );
}

async function bytesOf(uri: unknown, resources: string | FindFile | undefined): Promise<Buffer> {
  if (typeof resources === 'function' && typeof uri === 'string' && !dataUri.test(uri.slice(0, 300))) {
    const path = resources(uri);
    if (path === undefined) throw broken(`the file '${shown(uri)}' is not there`);
    return readFile(path);
  }
  if (typeof resources === 'string' && typeof uri === 'string' && basename(uri) === uri)
    return readFile(join(resources, uri));
  refuseOthers(uri);
  return bytesInUri(String(uri));
}

/** The bytes that stand in an address itself. */
export const bytesInUri = (uri: string): Buffer => Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
export const isDataUri = (uri: string): boolean => dataUri.test(uri.slice(0, 300));
