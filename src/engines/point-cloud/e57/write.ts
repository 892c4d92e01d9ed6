import { randomUUID } from 'node:crypto';
import type { Crs } from '../../crs/crs.ts';
import { wktOf } from '../../crs/wkt-text.ts';
import { breathe } from '../../engine.ts';
import { batchesOf } from '../spool.ts';
import type { CloudToWrite } from '../write/cloud.ts';
import { type BitWriter, bitWriter } from './bits.ts';
import { fieldsFor, type WrittenField } from './fields.ts';
import { pageWriter, toPhysical } from './pages.ts';

const headLength = 48;
const sectionLength = 32;
const mostOfPacket = 48_000;
/** Points after which it is looked whether a packet is full. */
const stretch = 256;

/** Writes E57 with one scan: whole millimetres, or finer where the input is. */
export async function writeE57(cloud: CloudToWrite): Promise<void> {
  const { spool, facts, crs, context, progress } = cloud;
  const fields = fieldsFor(cloud);
  const streams = fields.map(({ bits }) => bitWriter(bits));
  const file = pageWriter(cloud.path);
  try {
    file.append(Buffer.alloc(headLength + sectionLength));
    for (const batch of batchesOf(spool, spool.columns)) {
      for (let first = 0; first < batch.count; first += stretch) {
        const end = Math.min(batch.count, first + stretch);
        for (const [n, { value }] of fields.entries()) {
          for (let at = first; at < end; at++) streams[n]?.put(value(batch, at));
        }
        if (streams.reduce((sum, { size }) => sum + size(), 0) > mostOfPacket) file.append(packet(streams, false));
      }
      progress(batch.count);
      await breathe();
      context.signal?.throwIfAborted();
    }
    file.append(packet(streams, true));
    const sectionEnd = file.size();
    const xml = Buffer.from(documentOf(fields, facts.count, crs));
    const xmlAt = file.size();
    file.append(xml);
    file.finish((fileSize) => beginning(fileSize, { xmlAt, xmlLength: xml.length, sectionEnd }));
  } finally {
    file.close();
  }
}

/** The whole bytes of all streams; bits that make none wait, but at the end. */
function packet(streams: readonly BitWriter[], isLast: boolean): Buffer {
  const parts = streams.map((stream) => stream.take(isLast));
  const head = Buffer.alloc(6 + 2 * streams.length);
  const length = parts.reduce((sum, part) => sum + part.length, head.length);
  const padding = -length & 3;
  head.writeUInt8(1, 0);
  head.writeUInt16LE(length + padding - 1, 2);
  head.writeUInt16LE(streams.length, 4);
  for (const [n, part] of parts.entries()) head.writeUInt16LE(part.length, 6 + 2 * n);
  return Buffer.concat([head, ...parts, Buffer.alloc(padding)]);
}

/** Header of the file and of the section with the points. */
function beginning(
  fileSize: number,
  { xmlAt, xmlLength, sectionEnd }: { xmlAt: number; xmlLength: number; sectionEnd: number },
): Buffer {
  const head = Buffer.alloc(headLength + sectionLength);
  head.write('ASTM-E57');
  head.writeUInt32LE(1, 8);
  head.writeBigUInt64LE(BigInt(fileSize), 16);
  head.writeBigUInt64LE(BigInt(toPhysical(xmlAt)), 24);
  head.writeBigUInt64LE(BigInt(xmlLength), 32);
  head.writeBigUInt64LE(1024n, 40);
  head.writeUInt8(1, headLength);
  head.writeBigUInt64LE(BigInt(sectionEnd - headLength), headLength + 8);
  head.writeBigUInt64LE(BigInt(toPhysical(headLength + sectionLength)), headLength + 16);
  return head;
}

/** Names of the fields that the format does not know are of this space. */
const ours = 'urn:twin-platform:e57:point-attributes';

function documentOf(fields: readonly WrittenField[], count: number, crs: Crs | undefined): string {
  const text = (name: string, value: string) =>
    `<${name} type="String"><![CDATA[${value.replaceAll(']]>', '')}]]></${name}>`;
  const guid = () => text('guid', `{${randomUUID()}}`);
  const record = fields.map(({ name, declaration }) => `<${name} ${declaration}/>`).join('');
  const points =
    `<points type="CompressedVector" fileOffset="${toPhysical(headLength)}" recordCount="${count}">` +
    `<prototype type="Structure">${record}</prototype><codecs type="Vector" allowHeterogeneousChildren="1"/></points>`;
  const isNamed = crs?.id.startsWith('EPSG:') === true;
  const system =
    crs === undefined ? '' : isNamed ? `${crs.id}${crs.verticalId?.replace('EPSG:', '+') ?? ''}` : wktOf(crs);
  return (
    `<?xml version="1.0" encoding="UTF-8"?><e57Root type="Structure" ` +
    `xmlns="http://www.astm.org/COMMIT/E57/2010-e57-v1.0" xmlns:point="${ours}">` +
    `${text('formatName', 'ASTM E57 3D Imaging Data File')}${guid()}` +
    `<versionMajor type="Integer">1</versionMajor><versionMinor type="Integer">0</versionMinor>` +
    `${system === '' ? '' : text('coordinateMetadata', system)}` +
    `<data3D type="Vector" allowHeterogeneousChildren="1"><vectorChild type="Structure">${guid()}` +
    `${limitsOf(fields)}${points}</vectorChild></data3D><images2D type="Vector" allowHeterogeneousChildren="1"/></e57Root>`
  );
}

function limitsOf(fields: readonly WrittenField[]): string {
  const color = fields.find(({ name }) => name === 'colorRed');
  const end = (name: string, value: number) => `<${name} type="Integer">${value}</${name}>`;
  const most = color?.bits === 8 ? 255 : 65_535;
  const colors = ['Red', 'Green', 'Blue'].map((one) => end(`color${one}Minimum`, 0) + end(`color${one}Maximum`, most));
  const intensity = fields.some(({ name }) => name === 'intensity');
  return (
    (intensity
      ? `<intensityLimits type="Structure">${end('intensityMinimum', 0)}${end('intensityMaximum', 65_535)}</intensityLimits>`
      : '') + (color ? `<colorLimits type="Structure">${colors.join('')}</colorLimits>` : '')
  );
}
