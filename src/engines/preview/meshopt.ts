import { MeshoptDecoder } from 'meshoptimizer';
import { broken, type Members, membersOf, wholeIn } from './members.ts';

export const meshopt = 'EXT_meshopt_compression';
/** Nothing that is drawn in one piece is larger; a file may promise anything. */
const mostBytes = 512 * 2 ** 20;

const packedIn = (of: Members): unknown => membersOf(of.extensions ?? {})[meshopt];

/** A buffer that stands for what is unpacked: it has no bytes of its own. */
export const isFallback = (buffer: Members): boolean => {
  const packed = packedIn(buffer);
  return packed !== undefined && membersOf(packed).fallback === true && buffer.uri === undefined;
};

/** Views with their bytes unpacked, each in a buffer of its own behind the others. */
export async function unpacked(
  views: readonly Members[],
  buffers: readonly Buffer[],
): Promise<{ readonly views: readonly Members[]; readonly buffers: readonly Buffer[] }> {
  await MeshoptDecoder.ready;
  const all = [...buffers];
  let total = 0;
  const made = views.map((view) => {
    const found = packedIn(view);
    if (found === undefined) return view;
    const packed = membersOf(found);
    const [count, stride] = [wholeIn(packed, 'count'), wholeIn(packed, 'byteStride')];
    total += count * stride;
    if (total > mostBytes) throw broken('what it packs is too large');
    const buffer = all.push(unpack(packed, count, stride, buffers)) - 1;
    const { extensions: _, ...rest } = view;
    return { ...rest, buffer, byteOffset: 0, byteLength: count * stride };
  });
  return { views: made, buffers: all };
}

const modes = ['ATTRIBUTES', 'TRIANGLES', 'INDICES'] as const;

function unpack(packed: Members, count: number, stride: number, buffers: readonly Buffer[]): Buffer {
  const source = buffers[wholeIn(packed, 'buffer')];
  const [start, length] = [wholeIn(packed, 'byteOffset', 0), wholeIn(packed, 'byteLength')];
  const mode = modes.find((one) => one === packed.mode);
  if (source === undefined || mode === undefined || start + length > source.length)
    throw broken('what it packs is damaged');
  const target = new Uint8Array(count * stride);
  try {
    const filter = typeof packed.filter === 'string' ? packed.filter : 'NONE';
    MeshoptDecoder.decodeGltfBuffer(target, count, stride, source.subarray(start, start + length), mode, filter);
  } catch {
    throw broken('what it packs is damaged');
  }
  return Buffer.from(target.buffer);
}
