import { readFileSync } from 'node:fs';
import { MeshoptDecoder } from 'meshoptimizer';
import { glbHead, glbPlaces } from '../../geometry/glb.ts';

await MeshoptDecoder.ready;

/** The members of a tile's glTF that the tests look at. */
interface TileGltf {
  readonly extensionsUsed: string[];
  extensionsRequired?: string[];
  readonly extensions: { readonly EXT_structural_metadata: Metadata };
  readonly nodes: readonly { readonly translation: number[]; readonly scale?: number[] }[];
  readonly meshes: readonly { readonly primitives: readonly Primitive[] }[];
  readonly images?: readonly { readonly bufferView: number; readonly mimeType: string }[];
  readonly materials: readonly { readonly alphaMode?: string }[];
  readonly accessors: readonly {
    readonly bufferView: number;
    readonly componentType: number;
    readonly count: number;
    readonly type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4';
  }[];
  bufferViews: View[];
  buffers: { byteLength: number }[];
}
interface View {
  buffer: number;
  byteOffset: number;
  byteLength: number;
  extensions?: { EXT_meshopt_compression: Packed };
}
interface Packed {
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteStride: number;
  readonly count: number;
  readonly mode: string;
}
interface Primitive {
  readonly attributes: Readonly<Record<'POSITION' | 'COLOR_0' | '_FEATURE_ID_0', number>> & {
    readonly NORMAL?: number;
    readonly TEXCOORD_0?: number;
  };
  /** 1 for lines; absent for triangles. */
  readonly mode?: number;
  readonly indices: number;
  readonly material: number;
  readonly extensions: {
    readonly EXT_mesh_features: { readonly featureIds: readonly { readonly featureCount: number }[] };
  };
}
interface Metadata {
  readonly schema: {
    readonly classes: { readonly features: { readonly properties: Record<string, { type: string }> } };
  };
  readonly propertyTables: readonly {
    readonly count: number;
    readonly properties: Record<string, { readonly values: number; readonly stringOffsets?: number }>;
  }[];
}

/** A triangle as a viewer shows it: corners in model coordinates (Z up), and what it is part of. */
export interface ShownTriangle {
  readonly corners: readonly (readonly number[])[];
  readonly normal: readonly number[];
  readonly color: readonly number[];
  /** Where its corners are in its texture. */
  readonly uv?: readonly (readonly number[])[];
  /** Row of the table. */
  readonly feature: number;
}

export type ShownLine = Omit<ShownTriangle, 'normal'>;

export interface ReadTile {
  /** The pictures that are embedded. */
  readonly pictures: readonly Uint8Array[];
  readonly gltf: TileGltf;
  readonly lines: readonly ShownLine[];
  readonly triangles: readonly ShownTriangle[];
  /** Columns of the table of features. */
  readonly table: Readonly<Record<string, readonly (string | number)[]>>;
  /** The same tile without compression, which a validator can look into. */
  readonly plain: Uint8Array;
}

/** Reads a tile as a viewer does, independently of what wrote it. */
export function readTile(path: string): ReadTile {
  const file = readFileSync(path);
  const places = glbPlaces(file);
  if (places === undefined) throw new Error(`${path} is no GLB.`);
  const gltf: TileGltf = JSON.parse(file.subarray(20, 20 + places.jsonLength).toString('utf8'));
  const bin = file.subarray(places.binOffset);
  const views = gltf.bufferViews.map((view) => unpacked(bin, view));
  const pictures = (gltf.images ?? []).map(({ bufferView }) => views[bufferView] ?? new Uint8Array());
  return { gltf, pictures, ...shown(gltf, views), table: tableOf(gltf, views), plain: plainGlb(gltf, views) };
}

function unpacked(bin: Buffer, view: View): Uint8Array {
  const packed = view.extensions?.EXT_meshopt_compression;
  if (packed === undefined) return Uint8Array.from(bin.subarray(view.byteOffset, view.byteOffset + view.byteLength));
  const { byteOffset, byteLength, byteStride, count, mode } = packed;
  const target = new Uint8Array(count * byteStride);
  MeshoptDecoder.decodeGltfBuffer(target, count, byteStride, bin.subarray(byteOffset, byteOffset + byteLength), mode);
  return target;
}

const arrays = { 5120: Int8Array, 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const widths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

function reader(gltf: TileGltf, views: readonly Uint8Array[], index: number): (n: number) => number[] {
  const accessor = gltf.accessors[index];
  const view = gltf.bufferViews[accessor?.bufferView ?? -1];
  const bytes = views[accessor?.bufferView ?? -1];
  if (accessor === undefined || view === undefined || bytes === undefined)
    throw new Error(`There is no accessor ${index}.`);
  const make = arrays[accessor.componentType as keyof typeof arrays];
  const values = new make(bytes.buffer as ArrayBuffer);
  const stride = values.length / accessor.count;
  return (n) => Array.from(values.subarray(n * stride, n * stride + widths[accessor.type]));
}

function shown(gltf: TileGltf, views: readonly Uint8Array[]): Pick<ReadTile, 'lines' | 'triangles'> {
  const primitives = gltf.meshes[0]?.primitives ?? [];
  const isLines = ({ mode }: Primitive) => mode === 1;
  return {
    lines: primitives.filter(isLines).flatMap((primitive) => shownIn(gltf, views, primitive, 2)),
    triangles: primitives.filter((one) => !isLines(one)).flatMap((primitive) => shownIn(gltf, views, primitive, 3)),
  };
}

function shownIn(
  gltf: TileGltf,
  views: readonly Uint8Array[],
  { attributes, indices }: Primitive,
  per: 2 | 3,
): ShownTriangle[] {
  const { translation = [0, 0, 0], scale = [1, 1, 1] } = gltf.nodes[0] ?? {};
  const of = (accessor: number) => reader(gltf, views, accessor);
  const [place, color, feature, corner] = [
    of(attributes.POSITION),
    of(attributes.COLOR_0),
    of(attributes._FEATURE_ID_0),
    of(indices),
  ];
  const normal = attributes.NORMAL === undefined ? () => [0, 0, 0] : of(attributes.NORMAL);
  const longest = gltf.accessors[attributes.NORMAL ?? -1]?.componentType === 5126 ? 1 : 127;
  const inTexture = attributes.TEXCOORD_0 === undefined ? undefined : of(attributes.TEXCOORD_0);
  const zUp = ([x = 0, y = 0, z = 0]: readonly number[]) => [x, -z, y];
  const inModel = (n: number) =>
    zUp(place(n).map((value, axis) => value * (scale[axis] ?? 1) + (translation[axis] ?? 0)));
  return Array.from({ length: (gltf.accessors[indices]?.count ?? 0) / per }, (_, n): ShownTriangle => {
    const corners = Array.from({ length: per }, (_, at) => corner(per * n + at)[0] ?? 0);
    const [a = 0] = corners;
    return {
      ...(inTexture === undefined ? {} : { uv: corners.map(inTexture) }),
      corners: corners.map(inModel),
      normal: zUp(normal(a).map((value) => value / longest)),
      color: color(a).map((value) => value / 65_535),
      feature: feature(a)[0] ?? -1,
    };
  });
}

function tableOf(gltf: TileGltf, views: readonly Uint8Array[]): ReadTile['table'] {
  const { schema, propertyTables } = gltf.extensions.EXT_structural_metadata;
  const [table] = propertyTables;
  const columns = Object.entries(table?.properties ?? {}).map(([name, { values, stringOffsets }]) => {
    const bytes = views[values] ?? new Uint8Array();
    const rows = Array.from({ length: table?.count ?? 0 }, (_, n) => n);
    if (schema.classes.features.properties[name]?.type === 'STRING') {
      const offsets = new Uint32Array((views[stringOffsets ?? -1] ?? new Uint8Array()).buffer);
      return [name, rows.map((n) => Buffer.from(bytes.subarray(offsets[n], offsets[n + 1])).toString('utf8'))];
    }
    if (name === 'geometryClass') return [name, rows.map((n) => bytes[n] ?? -1)];
    // low word first
    const words = new Uint32Array(bytes.buffer);
    return [name, rows.map((n) => `0x${((words[2 * n + 1] ?? 0) * 2 ** 32 + (words[2 * n] ?? 0)).toString(16)}`)];
  });
  return Object.fromEntries(columns);
}

function plainGlb(source: TileGltf, views: readonly Uint8Array[]): Uint8Array {
  const gltf = structuredClone(source);
  let size = 0;
  const parts: Uint8Array[] = [];
  gltf.bufferViews = gltf.bufferViews.map(({ extensions: _extensions, ...view }, n) => {
    const bytes = views[n] ?? new Uint8Array();
    const gap = -size & 7;
    parts.push(new Uint8Array(gap), bytes);
    size += gap + bytes.length;
    return { ...view, buffer: 0, byteOffset: size - bytes.length };
  });
  gltf.buffers = [{ byteLength: size }];
  gltf.extensionsRequired &&= gltf.extensionsRequired.filter((name) => name !== 'EXT_meshopt_compression');
  const kept = gltf.extensionsUsed.filter((name) => name !== 'EXT_meshopt_compression');
  return Buffer.concat([glbHead({ ...gltf, extensionsUsed: kept }, size), ...parts, new Uint8Array(-size & 3)]);
}
