import { endianness } from 'node:os';
import type { Gltf } from './gltf.ts';
import { broken, itemOf, type Members, membersOf, wholeIn } from './members.ts';

const most = 20_000_000;
const isLittleEndian = endianness() === 'LE';

interface Component {
  readonly size: number;
  /** The largest value of a normalized one. */
  readonly largest: number;
  read(bytes: DataView, at: number): number;
  /** Numbers that lie without gaps, at a multiple of their size. */
  readonly Row: new (
    bytes: ArrayBufferLike,
    at: number,
    count: number,
  ) => ArrayLike<number>;
}

const components: ReadonlyMap<number, Component> = new Map([
  [5120, { size: 1, largest: 127, read: (bytes, at) => bytes.getInt8(at), Row: Int8Array }],
  [5121, { size: 1, largest: 255, read: (bytes, at) => bytes.getUint8(at), Row: Uint8Array }],
  [5122, { size: 2, largest: 32_767, read: (bytes, at) => bytes.getInt16(at, true), Row: Int16Array }],
  [5123, { size: 2, largest: 65_535, read: (bytes, at) => bytes.getUint16(at, true), Row: Uint16Array }],
  [5125, { size: 4, largest: 4_294_967_295, read: (bytes, at) => bytes.getUint32(at, true), Row: Uint32Array }],
  [5126, { size: 4, largest: 1, read: (bytes, at) => bytes.getFloat32(at, true), Row: Float32Array }],
]);

function componentOf(members: Members): Component {
  const component = components.get(wholeIn(members, 'componentType'));
  if (component === undefined) throw broken("a 'componentType' is wrong");
  return component;
}

/** `count` items of `width` numbers in a part of a buffer, every byte of which is there. */
function bytesAt(gltf: Gltf, place: Members, count: number, width: number, size: number) {
  const view = itemOf(gltf.views, wholeIn(place, 'bufferView'), 'bufferView');
  const buffer = gltf.buffers[wholeIn(view, 'buffer')];
  if (buffer === undefined) throw broken('it refers to a buffer that is not there');
  const [start, length] = [wholeIn(view, 'byteOffset', 0), wholeIn(view, 'byteLength')];
  const first = wholeIn(place, 'byteOffset', 0);
  const stride = wholeIn(view, 'byteStride', 0) || width * size;
  const isInside = count === 0 || first + (count - 1) * stride + width * size <= length;
  if (start + length > buffer.length || !isInside) throw broken('it refers to bytes that are not there');
  return { bytes: new DataView(buffer.buffer, buffer.byteOffset + start, length), first, stride };
}

/** The numbers of an accessor with that many a point, as they are meant. */
export function numbersOf(gltf: Gltf, index: number, width: 1 | 2 | 3 | 4): Float64Array {
  const accessor = itemOf(gltf.accessors, index, 'accessor');
  if (accessor.type !== (width === 1 ? 'SCALAR' : `VEC${width}`)) throw broken("an accessor's 'type' is wrong");
  const component = componentOf(accessor);
  const { size, largest, read } = component;
  const count = wholeIn(accessor, 'count');
  if (count > most) throw broken('it has too many points');
  const scale = accessor.normalized === true ? 1 / largest : 1;
  const numbers = new Float64Array(
    accessor.bufferView === undefined && accessor.sparse === undefined ? 0 : count * width,
  );
  if (accessor.bufferView !== undefined) {
    const { bytes, first, stride } = bytesAt(gltf, accessor, count, width, size);
    const start = bytes.byteOffset + first;
    if (stride === width * size && start % size === 0 && scale === 1 && isLittleEndian)
      numbers.set(new component.Row(bytes.buffer, start, count * width)); // nearly all files
    else
      for (let n = 0; n < count; n++)
        for (let k = 0; k < width; k++) numbers[n * width + k] = read(bytes, first + n * stride + k * size) * scale;
  }
  if (accessor.sparse !== undefined)
    replaceSome(gltf, membersOf(accessor.sparse), numbers, { width, component, scale });
  return numbers;
}

interface Form {
  readonly width: number;
  readonly component: Component;
  readonly scale: number;
}

function replaceSome(gltf: Gltf, sparse: Members, numbers: Float64Array, { width, component, scale }: Form): void {
  const count = wholeIn(sparse, 'count');
  if (count * width > numbers.length) throw broken("a 'sparse' is wrong");
  const [indices, values] = [membersOf(sparse.indices), membersOf(sparse.values)];
  const index = componentOf(indices);
  const places = bytesAt(gltf, indices, count, 1, index.size);
  const found = bytesAt(gltf, values, count, width, component.size);
  for (let n = 0; n < count; n++) {
    const at = index.read(places.bytes, places.first + n * index.size) * width;
    if (at + width > numbers.length) throw broken("a 'sparse' is wrong");
    for (let k = 0; k < width; k++) {
      numbers[at + k] = component.read(found.bytes, found.first + (n * width + k) * component.size) * scale;
    }
  }
}
