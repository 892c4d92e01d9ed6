import { type BinaryChunk, binaryChunk, glbHead, padded } from '../geometry/glb.ts';
import { lineMode } from '../geometry/gltf.ts';
import type { Stream, TileContent, TileGroup } from './content.ts';
import type { TableProperty } from './metadata.ts';
import type { TileTexture } from './pieces.ts';

const meshopt = 'EXT_meshopt_compression';
const unlit = 'KHR_materials_unlit';
const component = { byte: 5120, unsignedShort: 5123, unsignedInt: 5125, float: 5126 } as const;
const target = { attributes: 34962, indices: 34963 } as const;

/** A tile as binary glTF: triangles and lines, and the table of the features in it. */
export function tileGlb(content: TileContent, table: readonly TableProperty[]): Buffer {
  const bin = binaryChunk();
  const isCompressed = content.compression === 'meshopt';
  const lists = bufferLists(bin, isCompressed);
  const pictures = picturesOf(content, lists.plain);
  const primitives = content.groups.map((group, material) => primitiveOf(group, material, content, lists.accessor));
  const metadata = structuralMetadata(table, content.features.length, lists.plain);
  const { translation, scale } = content;
  const quantization = content.groups.some((group) => group.quantized) ? { scale: [scale, scale, scale] } : {};
  const fallback = { byteLength: lists.unpacked(), extensions: { [meshopt]: { fallback: true } } };
  const required = isCompressed ? [meshopt, 'KHR_mesh_quantization'] : [];
  const gltf = {
    asset: { version: '2.0', generator: 'Twin Platform' },
    extensionsUsed: [
      ...required,
      'EXT_mesh_features',
      'EXT_structural_metadata',
      ...(content.groups.some(({ of }) => of === 'lines') ? [unlit] : []),
    ],
    ...(isCompressed ? { extensionsRequired: required } : {}),
    extensions: { EXT_structural_metadata: metadata },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, translation, ...quantization }],
    meshes: [{ primitives }],
    materials: content.groups.map((group) => materialFor(group, pictures.indexOf)),
    ...pictures.members,
    accessors: lists.accessors,
    bufferViews: lists.views,
    buffers: [{ byteLength: bin.size() }, ...(isCompressed ? [fallback] : [])],
  };
  return Buffer.concat([glbHead(gltf, bin.size()), bin.all()]);
}

/** The accessors and views of a tile as they grow. */
function bufferLists(bin: BinaryChunk, isCompressed: boolean) {
  const views: object[] = [];
  const accessors: object[] = [];
  let unpacked = 0;
  const view = (stream: Stream): number => {
    const { mode, count, stride } = stream;
    const use = mode === 'ATTRIBUTES' ? { byteStride: stride, target: target.attributes } : { target: target.indices };
    const packed = { buffer: 0, byteOffset: bin.add(stream.bytes, 4), byteLength: stream.bytes.length };
    if (!isCompressed) return views.push({ ...packed, ...use }) - 1;
    const byteLength = count * stride;
    const whole = {
      buffer: 1,
      byteOffset: unpacked,
      byteLength,
      ...use,
      extensions: { [meshopt]: { ...packed, byteStride: stride, mode, count } },
    };
    unpacked += padded(byteLength);
    return views.push(whole) - 1;
  };
  return {
    views,
    accessors,
    unpacked: () => unpacked,
    plain: (bytes: Uint8Array): number =>
      views.push({ buffer: 0, byteOffset: bin.add(bytes, 8), byteLength: bytes.length }) - 1,
    accessor: (stream: Stream, type: string, componentType: number, more: object = {}): number =>
      accessors.push({ bufferView: view(stream), componentType, count: stream.count, type, ...more }) - 1,
  };
}

type AccessorOf = ReturnType<typeof bufferLists>['accessor'];

function primitiveOf(group: TileGroup, material: number, content: TileContent, accessor: AccessorOf) {
  return {
    attributes: {
      POSITION: accessor(group.places, 'VEC3', group.quantized ? component.unsignedShort : component.float, {
        min: group.low,
        max: group.high,
      }),
      ...(group.normals === undefined ? {} : { NORMAL: normalsOf(group.normals, content, accessor) }),
      COLOR_0: accessor(group.colors, 'VEC4', component.unsignedShort, { normalized: true }),
      ...(group.uv === undefined ? {} : { TEXCOORD_0: accessor(group.uv, 'VEC2', component.float) }),
      _FEATURE_ID_0: accessor(group.featureIds, 'SCALAR', component.unsignedShort),
    },
    indices: accessor(
      group.indices,
      'SCALAR',
      group.indices.stride === 2 ? component.unsignedShort : component.unsignedInt,
    ),
    material,
    ...(group.of === 'lines' ? { mode: lineMode } : {}),
    extensions: {
      EXT_mesh_features: { featureIds: [{ featureCount: content.features.length, attribute: 0, propertyTable: 0 }] },
    },
  };
}

const normalsOf = (normals: Stream, { compression }: TileContent, accessor: AccessorOf): number =>
  compression === 'none'
    ? accessor(normals, 'VEC3', component.float)
    : accessor(normals, 'VEC3', component.byte, { normalized: true });

function structuralMetadata(
  table: readonly TableProperty[],
  count: number,
  view: (bytes: Uint8Array) => number,
): object {
  const declared = Object.fromEntries(table.map(({ name, declaration }) => [name, declaration]));
  const values = table.map(({ name, values, offsets }): [string, object] => {
    // a buffer view may not be empty, not even when all texts are
    const filled = values.length === 0 ? new Uint8Array(1) : values;
    const strings = offsets === undefined ? {} : { stringOffsets: view(offsets), stringOffsetType: 'UINT32' };
    return [name, { values: view(filled), ...strings }];
  });
  return {
    schema: { id: 'model', classes: { features: { properties: declared } } },
    propertyTables: [{ class: 'features', count, properties: Object.fromEntries(values) }],
  };
}

/** The pictures of a tile, embedded. */
function picturesOf({ groups }: TileContent, view: (bytes: Uint8Array) => number) {
  const all = [...new Set(groups.flatMap(({ texture }) => texture ?? []))];
  const members = {
    images: all.map(({ bytes, mimeType }) => ({ bufferView: view(bytes), mimeType })),
    samplers: all.map(({ wrapS, wrapT }) => ({ wrapS, wrapT })),
    textures: all.map((_, n) => ({ source: n, sampler: n })),
  };
  return { indexOf: (texture: TileTexture) => all.indexOf(texture), members: all.length === 0 ? {} : members };
}

/** Colours are those of the vertices, times the texture. */
const materialFor = ({ of, texture }: TileGroup, indexOf: (texture: TileTexture) => number): object => ({
  pbrMetallicRoughness: {
    metallicFactor: 0,
    roughnessFactor: 0.9,
    ...(texture === undefined ? {} : { baseColorTexture: { index: indexOf(texture) } }),
  },
  ...(of === 'lines' ? { extensions: { [unlit]: {} } } : { doubleSided: true }),
  ...(of === 'transparent' ? { alphaMode: 'BLEND' } : {}),
});
