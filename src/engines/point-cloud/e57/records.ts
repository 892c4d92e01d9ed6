import { unreadable } from '../../formats/unreadable.ts';
import type { PagedFile } from './pages.ts';
import { toLogical } from './pages.ts';
import { bitsOf, fieldStream } from './streams.ts';
import type { E57Scan } from './xml.ts';

const sectionHead = 32;
const [index, data] = [0, 1] as const;

/** The numbers of the records of a scan, field by field, as packets bring them; the lists are the same each time. */
export async function* recordsOf(file: PagedFile, scan: E57Scan, most: number, name: string) {
  const cut = () => unreadable(name, 'the points of a scan are cut off or damaged');
  const streams = scan.fields.map(fieldStream);
  const lists = scan.fields.map(() => new Float64Array(most));
  const start = toLogical(scan.fileOffset);
  const head = await file.read(start, sectionHead);
  if (head.readUInt8(0) !== 1) throw cut();
  const end = start + Number(head.readBigUInt64LE(8));
  let at = toLogical(Number(head.readBigUInt64LE(16)));
  let left = scan.count;
  while (left > 0) {
    if (at + 4 > end) throw cut();
    const [kind, , size] = await packetAt(file, at);
    if (at + size > end || size < 4) throw cut();
    if (kind === data) pushPacket(await file.read(at, size), streams, cut);
    else if (kind > 2 || kind < index) throw cut();
    at += size;
    for (;;) {
      const ready = streams.reduce((count, stream) => Math.min(count, stream.available()), Math.min(left, most));
      if (ready === 0) break;
      for (const [n, stream] of streams.entries()) stream.take(lists[n] ?? new Float64Array(ready), ready);
      left -= ready;
      yield { count: ready, lists };
    }
  }
}

async function packetAt(file: PagedFile, at: number): Promise<readonly [kind: number, flags: number, size: number]> {
  const head = await file.read(at, 4);
  return [head.readUInt8(0), head.readUInt8(1), head.readUInt16LE(2) + 1];
}

function pushPacket(packet: Buffer, streams: readonly { push(bytes: Uint8Array): void }[], cut: () => Error): void {
  if (packet.length < 6 + 2 * streams.length || packet.readUInt16LE(4) !== streams.length) throw cut();
  let at = 6 + 2 * streams.length;
  for (const [n, stream] of streams.entries()) {
    const length = packet.readUInt16LE(6 + 2 * n);
    if (at + length > packet.length) throw cut();
    stream.push(packet.subarray(at, at + length));
    at += length;
  }
}

/** Whether a file has room for the records that its scans promise. */
export const hasRoom = (file: PagedFile, scans: readonly E57Scan[]): boolean => {
  const bits = scans.reduce(
    (sum, { fields, count }) => sum + count * fields.reduce((all, one) => all + bitsOf(one), 0),
    0,
  );
  return bits / 8 <= file.size;
};
