import { MeshoptEncoder } from 'meshoptimizer';
import {
  type Attribute,
  attributeViews,
  bytesOf,
  component,
  fallbackBuffer,
  meshopt,
  quantization,
  unlit,
} from '../../geometry/attributes.ts';
import { binaryChunk, glbHead } from '../../geometry/glb.ts';
import { linearOf } from './colors.ts';
import { type Points, picked } from './points.ts';
import { floatPlaces, smallPlaces, type TilePlaces } from './tile-places.ts';

await MeshoptEncoder.ready;

const metadata = 'EXT_structural_metadata';
const pointsMode = 0;

/** Points as a GLB: Y up, about the middle of the tile. */
export function pointGlb(points: Points, step: number): Buffer {
  const places = floatPlaces(points, step);
  return glbOf(points.count, attributesOf(points, places), places, false);
}

/** The same in small numbers, sorted by place and compressed. */
export function compressedPointGlb(points: Points, step: number): Buffer {
  const sorted = sortedByPlace(points);
  const places = smallPlaces(sorted, step);
  return glbOf(points.count, attributesOf(sorted, places), places, true);
}

/** Neighbours follow each other: that halves what compression leaves. */
export function sortedByPlace(points: Points): Points {
  const remap = MeshoptEncoder.reorderPoints(floatsOf(points), 3);
  const order = new Uint32Array(points.count);
  for (let n = 0; n < points.count; n++) order[remap[n] ?? 0] = n;
  return picked(points, order);
}

function floatsOf({ count, x, y, z }: Points): Float32Array {
  const values = new Float32Array(3 * count);
  const [fx, fy, fz] = [x[0] ?? 0, y[0] ?? 0, z[0] ?? 0];
  for (let n = 0; n < count; n++) {
    values[3 * n] = (x[n] ?? 0) - fx;
    values[3 * n + 1] = (y[n] ?? 0) - fy;
    values[3 * n + 2] = (z[n] ?? 0) - fz;
  }
  return values;
}

function attributesOf(points: Points, places: TilePlaces): Attribute[] {
  const { count, red, green, blue, intensity, classification, extras } = points;
  const found = [placeAttribute(places, count)];
  if (red && green && blue) {
    const values = new Uint16Array(4 * count);
    for (let n = 0; n < count; n++) {
      values[4 * n] = linearOf[red[n] ?? 0] ?? 0;
      values[4 * n + 1] = linearOf[green[n] ?? 0] ?? 0;
      values[4 * n + 2] = linearOf[blue[n] ?? 0] ?? 0;
      values[4 * n + 3] = 65_535;
    }
    const more = { normalized: true };
    found.push({
      name: 'COLOR_0',
      bytes: bytesOf(values),
      stride: 8,
      type: 'VEC4',
      componentType: component.unsignedShort,
      more,
    });
  }
  if (intensity) {
    const values = new Uint16Array(2 * count);
    for (let n = 0; n < count; n++) values[2 * n] = intensity[n] ?? 0;
    found.push({
      name: '_INTENSITY',
      bytes: bytesOf(values),
      stride: 4,
      type: 'SCALAR',
      componentType: component.unsignedShort,
      more: {},
    });
  }
  if (classification) {
    const values = new Uint8Array(4 * count);
    for (let n = 0; n < count; n++) values[4 * n] = classification[n] ?? 0;
    found.push({
      name: '_CLASSIFICATION',
      bytes: values,
      stride: 4,
      type: 'SCALAR',
      componentType: component.unsignedByte,
      more: {},
    });
  }
  for (const { name, values } of extras) {
    found.push({
      name: `_${name}`,
      bytes: bytesOf(values.subarray(0, count)),
      stride: 4,
      type: 'SCALAR',
      componentType: component.float,
      more: {},
    });
  }
  return found;
}

/** Turned so that up is y. */
function placeAttribute({ values }: TilePlaces, count: number): Attribute {
  const floats = values instanceof Float32Array;
  const width = floats ? 3 : 4;
  const turned = floats ? new Float32Array(width * count) : new Uint16Array(width * count);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let n = 0; n < count; n++) {
    const y = values[3 * n + 1] ?? 0;
    turned[width * n] = values[3 * n] ?? 0;
    turned[width * n + 1] = values[3 * n + 2] ?? 0;
    // numbers of 16 bits know no sign: they count from the other side
    turned[width * n + 2] = floats ? 0 - y : largest - y;
  }
  for (let n = 0; n < count; n++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = turned[width * n + axis] ?? 0;
      if (value < (min[axis] ?? 0)) min[axis] = value;
      if (value > (max[axis] ?? 0)) max[axis] = value;
    }
  }
  return {
    name: 'POSITION',
    bytes: bytesOf(turned),
    stride: floats ? 12 : 8,
    type: 'VEC3',
    componentType: floats ? component.float : component.unsignedShort,
    more: { min, max },
  };
}

const largest = 65_535;

function glbOf(count: number, list: readonly Attribute[], places: TilePlaces, compressed: boolean): Buffer {
  const bin = binaryChunk();
  const { views, unpacked } = attributeViews(bin, list, count, compressed);
  const quantized = places.values instanceof Uint16Array;
  const required = [...(compressed ? [meshopt] : []), ...(quantized ? [quantization] : [])];
  const told = toldOf(list);
  const gltf = {
    asset: { version: '2.0', generator: 'Twin Platform' },
    extensionsUsed: [...required, unlit, ...(told ? [metadata] : [])],
    ...(required.length === 0 ? {} : { extensionsRequired: required }),
    ...(told ? { extensions: { [metadata]: told } } : {}),
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...placed(places, quantized) }],
    meshes: [
      {
        primitives: [
          {
            mode: pointsMode,
            material: 0,
            attributes: Object.fromEntries(list.map(({ name }, n) => [name, n])),
            ...(told ? { extensions: { [metadata]: { propertyAttributes: [0] } } } : {}),
          },
        ],
      },
    ],
    materials: [{ pbrMetallicRoughness: { metallicFactor: 0 }, extensions: { [unlit]: {} } }],
    accessors: list.map(({ type, componentType, more }, bufferView) => ({
      bufferView,
      componentType,
      count,
      type,
      ...more,
    })),
    bufferViews: views,
    buffers: [{ byteLength: bin.size() }, ...(compressed ? [fallbackBuffer(unpacked)] : [])],
  };
  return Buffer.concat([glbHead(gltf, bin.size()), bin.all()]);
}

/** Where the tile stands, and what its numbers are in metres; Y up. */
function placed({ origin, scale }: TilePlaces, quantized: boolean): object {
  const [x, y, z] = origin;
  if (!quantized) return { translation: [x, z, 0 - y] };
  return { translation: [x, z, -y - largest * scale], scale: [scale, scale, scale] };
}

/** What the attributes are, for viewers that colour and choose points by them. */
function toldOf(list: readonly Attribute[]): object | undefined {
  const types: Readonly<Record<number, string>> = {
    [component.unsignedByte]: 'UINT8',
    [component.unsignedShort]: 'UINT16',
    [component.float]: 'FLOAT32',
  };
  const known = list
    .filter(({ name }) => name.startsWith('_'))
    .map(({ name, componentType }) => ({
      attribute: name,
      property: `${/^_\d/.test(name) ? 'extra_' : ''}${name.slice(1).toLowerCase()}`,
      componentType: types[componentType],
    }));
  if (known.length === 0) return undefined;
  const declared = known.map(({ property, componentType }) => [
    property,
    { type: 'SCALAR', componentType, required: true },
  ]);
  const values = known.map(({ property, attribute }) => [property, { attribute }]);
  return {
    schema: { id: 'points', classes: { point: { properties: Object.fromEntries(declared) } } },
    propertyAttributes: [{ class: 'point', properties: Object.fromEntries(values) }],
  };
}
