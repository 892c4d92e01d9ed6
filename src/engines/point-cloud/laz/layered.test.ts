import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chanceOf, sized } from '../../../../test/support/chance.ts';
import { layeredChunkEncoder } from './chunk14.ts';
import { decodeLayers } from './chunk14-decoder.ts';
import { decodeChunk } from './decode.ts';
import { lazDecoder } from './perf.ts';

interface Wanted {
  readonly count: number;
  readonly colors: boolean;
  readonly infrared?: boolean;
  readonly added: number;
  readonly channels: number;
  /** How often an attribute changes. */
  readonly restless: number;
  readonly seed: number;
}

/** Records of format 6 or 7 that go on from one to the next, as scanners write them, with jumps. */
function records({ count, colors, infrared, added, channels, restless, seed }: Wanted): {
  bytes: Buffer;
  stride: number;
} {
  const { happens, whole } = chanceOf(seed);
  const below = (most: number) => whole(0, most - 1);
  const stride = (infrared ? 38 : colors ? 36 : 30) + added;
  const bytes = Buffer.alloc(count * stride);
  let [x, y, z, time] = [1000, -2000, 300, 1e5];
  const last = { intensity: 100, returns: 0x11, flags: 0, kind: 2, user: 0, angle: 0, source: 7, color: [1, 2, 3] };
  for (let n = 0, at = 0; n < count; n++, at += stride) {
    const far = happens(0.01) ? 2 ** 20 : 200;
    [x, y, z] = [x + below(far) - far / 2, y + below(far) - far / 2, z + below(50) - 25];
    if (happens(restless)) time += [0.001, 0.001, 5, -1e6, 1e12, 1e-9][below(6)] ?? 0;
    if (happens(restless)) last.intensity = below(65_536);
    if (happens(restless)) last.returns = below(256);
    if (happens(restless)) last.flags = below(256) & 0xcf;
    if (happens(restless)) last.kind = below(256);
    if (happens(restless)) last.user = below(256);
    if (happens(restless)) last.angle = below(60_000) - 30_000;
    if (happens(restless)) last.source = below(65_536);
    if (happens(restless)) last.color = happens(0.3) ? [below(65_536), 0, 0] : [0, 0, 0].map(() => below(65_536));
    for (const [axis, value] of [x, y, z].entries()) bytes.writeInt32LE(value | 0, at + 4 * axis);
    bytes.writeUInt16LE(last.intensity, at + 12);
    bytes.writeUInt8(last.returns, at + 14);
    bytes.writeUInt8(last.flags | (below(channels) << 4), at + 15);
    bytes.writeUInt8(last.kind, at + 16);
    bytes.writeUInt8(last.user, at + 17);
    bytes.writeInt16LE(last.angle, at + 18);
    bytes.writeUInt16LE(last.source, at + 20);
    bytes.writeDoubleLE(time, at + 22);
    if (colors) for (const [k, value] of last.color.entries()) bytes.writeUInt16LE(value, at + 30 + 2 * k);
    if (infrared) bytes.writeUInt16LE(happens(restless) ? below(65_536) : 700, at + 36);
    for (let k = 0; k < added; k++) bytes.writeUInt8(happens(restless) ? below(256) : 5, at + stride - added + k);
  }
  return { bytes, stride };
}

const decode = await lazDecoder();

/** What is read of a chunk of ours, by us and by another program. */
async function readBack(wanted: Wanted): Promise<{ own: Buffer; other: Buffer; bytes: Buffer; size: number }> {
  const { bytes, stride } = records(wanted);
  const encoder = layeredChunkEncoder(wanted.infrared ? 38 : wanted.colors ? 36 : 30, wanted.added);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let n = 0; n < wanted.count; n++) encoder.put(view, n * stride);
  const chunk = Buffer.concat(encoder.end());
  const decoding = { format: wanted.infrared ? 8 : wanted.colors ? 7 : 6, stride, count: wanted.count };
  const other = Buffer.from(decode(chunk, decoding) ?? []);
  return { own: Buffer.from(decodeLayers(chunk, decoding) ?? []), other, bytes, size: chunk.length };
}

describe('chunks in layers', () => {
  for (const [colors, infrared] of [
    [false, false],
    [true, false],
    [true, true],
  ] as const) {
    for (const [channels, added] of [
      [1, 0],
      [1, 5],
      [2, 0],
      [4, 3],
    ] as const) {
      it(`are read as they were written: ${colors ? 'with' : 'without'} colours, ${infrared ? 'with' : 'without'} infrared, ${channels} channels, ${added} bytes`, async () => {
        for (const restless of [0, 0.05, 0.5, 1]) {
          for (const count of [1, 2, 5000]) {
            const wanted = { count, colors, infrared, added, channels, restless, seed: 7 + count };
            const { own, other, bytes } = await readBack(wanted);
            const stride = bytes.length / count;
            for (const [read, length] of [
              [own, stride],
              [other, stride],
            ] as const) {
              const off = (value: number, n: number) => n % stride < length && value !== read[n];
              const first = bytes.findIndex(off);
              assert.equal(
                first,
                -1,
                `${read === own ? 'we read' : 'the other reads'} point ${Math.floor(first / stride)}, byte ${first % stride} of ${JSON.stringify(wanted)}`,
              );
              assert.equal(read.length, bytes.length);
            }
          }
        }
      });
    }
  }

  it('of version 4, whose items always know their channel, are read as they were written', async () => {
    for (const restless of [0.05, 0.5]) {
      const wanted = { count: 3000, colors: true, infrared: true, added: 3, channels: 4, restless, seed: 21 };
      const { bytes, stride } = records(wanted);
      const encoder = layeredChunkEncoder(38, 3, 4);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let n = 0; n < wanted.count; n++) encoder.put(view, n * stride);
      const chunk = Buffer.concat(encoder.end());
      const read = (itemVersion: 3 | 4) =>
        decodeChunk(chunk, { format: 8, stride, count: wanted.count, itemVersion }).then((one) =>
          Buffer.from(one ?? []),
        );
      assert.deepEqual(await read(4), bytes);
      assert.notDeepEqual(await read(3), bytes);
    }
  });

  it('with waveforms are read without these', () => {
    const { bytes, stride } = records({ count: 500, colors: true, added: 0, channels: 3, restless: 0.5, seed: 9 });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const encoder = layeredChunkEncoder(36);
    for (let n = 0; n < 500; n++) encoder.put(view, n * stride);
    const [first = new Uint8Array(), head = new Uint8Array(), ...layers] = encoder.end();
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32LE(11, 4); // infrared that never changes, and waveforms
    const chunk = Buffer.concat([first, Buffer.alloc(2 + 29, 7), head, sizes, ...layers, Buffer.alloc(11, 99)]);
    const read = decodeLayers(chunk, { format: 10, stride: 67, count: 500 }) ?? assert.fail();
    for (let n = 0; n < 500; n++)
      assert.deepEqual(Buffer.from(read.subarray(67 * n, 67 * n + 36)), bytes.subarray(36 * n, 36 * n + 36), `${n}`);
    for (const cut of [10, 66, 70, 120, chunk.length - 20])
      assert.equal(decodeLayers(chunk.subarray(0, cut), { format: 10, stride: 67, count: 500 }), undefined);
  });

  it('of several channels are read where the other program, which has read nothing yet, fails', async () => {
    const wanted = { count: 5000, colors: true, added: 0, channels: 2, restless: 0.05, seed: 5007 };
    const { bytes, stride } = records(wanted);
    const encoder = layeredChunkEncoder(36);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let n = 0; n < wanted.count; n++) encoder.put(view, n * stride);
    const read = await decodeChunk(Buffer.concat(encoder.end()), { format: 7, stride, count: wanted.count });
    assert.deepEqual(Buffer.from(read ?? []), bytes);
  });

  it('that are damaged end', async () => {
    const { bytes, stride } = records({ count: 400, colors: true, added: 2, channels: 4, restless: 0.6, seed: 11 });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const encoder = layeredChunkEncoder(36, 2);
    for (let n = 0; n < 400; n++) encoder.put(view, n * stride);
    const chunk = Buffer.concat(encoder.end());
    const { whole } = chanceOf(12);
    for (let flip = 0; flip < sized(150, 300); flip++) {
      const damaged = Buffer.from(chunk);
      damaged[whole(stride, chunk.length - 1)] = whole(0, 255);
      const read = await decodeChunk(damaged, { format: 7, stride, count: 400 });
      assert.ok(read === undefined || read.length === 400 * stride);
    }
  });

  it('leave out what never changes, and begin anew', async () => {
    const still = await readBack({ count: 5000, colors: true, added: 4, channels: 1, restless: 0, seed: 1 });
    assert.ok(still.size < 5000 * 5.5, `${still.size} bytes`);
    const { bytes, stride } = records({ count: 100, colors: true, added: 2, channels: 2, restless: 0.5, seed: 3 });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const encoder = layeredChunkEncoder(36, 2);
    const chunks = [0, 1].map(() => {
      for (let n = 0; n < 100; n++) encoder.put(view, n * stride);
      return Buffer.concat(encoder.end());
    });
    assert.deepEqual(chunks[0], chunks[1]);
  });
});
