import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { xmlBeyondBounds } from '../../../std/xml-bounds.ts';
import { unreadable } from '../../formats/unreadable.ts';

/** A kind of number in the records of a scan, in the order of its streams. */
export interface E57Field {
  readonly name: string;
  readonly type: 'integer' | 'scaled' | 'single' | 'double';
  /** Of whole numbers. */
  readonly least: number;
  readonly most: number;
  /** Of scaled ones: number × scale + offset. */
  readonly scale: number;
  readonly offset: number;
}

export interface E57Scan {
  /** Place of the section, with the checksums of pages. */
  readonly fileOffset: number;
  readonly count: number;
  readonly fields: readonly E57Field[];
  /** Where the scanner stood: a quaternion (w, x, y, z), then a place. */
  readonly rotation: readonly [number, number, number, number];
  readonly translation: readonly [number, number, number];
  readonly intensities: readonly [number, number] | undefined;
  readonly mostColor: number | undefined;
}

export interface E57Document {
  readonly scans: readonly E57Scan[];
  readonly srs: string | undefined;
}

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: { enabled: true, maxEntityCount: 0 },
});

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const inside = (value: unknown, name: string): unknown => (isNode(value) ? value[name] : undefined);
const textOf = (value: unknown): string => String((isNode(value) ? value['#text'] : value) ?? '').trim();

function numberOf(value: unknown, absent: number): number {
  const text = textOf(value);
  const number = text === '' ? absent : Number(text);
  return Number.isFinite(number) ? number : absent;
}

/** A limit of any kind of number; what a scaled one says is whole, and an empty one is zero. */
function limitOf(node: unknown, absent: number): number {
  if (textOf(inside(node, '@_type')) !== 'ScaledInteger') return numberOf(node, absent);
  return numberOf(node, 0) * numberOf(inside(node, '@_scale'), 1) + numberOf(inside(node, '@_offset'), 0);
}

/** What the XML part of a file says of its scans. */
export function readDocument(text: string, name: string): E57Document {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw unreadable(name, 'its XML has a document type');
  const beyond = xmlBeyondBounds(text);
  if (beyond !== undefined) throw unreadable(name, beyond);
  // the parser refuses the name that the format gives to records
  const renamed = text.replaceAll(/<(\/?)prototype\b/g, '<$1record');
  if (XMLValidator.validate(renamed) !== true) throw unreadable(name, 'its XML is not well-formed');
  const root = inside(parser.parse(renamed), 'e57Root');
  const list = inside(inside(root, 'data3D'), 'vectorChild');
  const children = Array.isArray(list) ? list : list === undefined ? [] : [list];
  const srs = textOf(inside(root, 'coordinateMetadata'));
  return { scans: children.map((child) => scanOf(child, name)), srs: srs === '' ? undefined : srs };
}

function scanOf(child: unknown, name: string): E57Scan {
  const points = inside(child, 'points');
  const [fileOffset, count] = [
    numberOf(inside(points, '@_fileOffset'), -1),
    numberOf(inside(points, '@_recordCount'), -1),
  ];
  const record = inside(points, 'record');
  if (
    !Number.isSafeInteger(fileOffset) ||
    !Number.isSafeInteger(count) ||
    fileOffset < 0 ||
    count < 0 ||
    !isNode(record)
  ) {
    throw unreadable(name, 'a scan does not tell where its points are');
  }
  const fields = Object.entries(record).flatMap(([field, value]) => (isNode(value) ? fieldOf(field, value, name) : []));
  const pose = inside(child, 'pose');
  const [rotation, translation] = [inside(pose, 'rotation'), inside(pose, 'translation')];
  const part = (node: unknown, axis: string, absent = 0) => numberOf(inside(node, axis), absent);
  const limits = inside(child, 'intensityLimits');
  const [least, most] = [inside(limits, 'intensityMinimum'), inside(limits, 'intensityMaximum')];
  const color = inside(inside(child, 'colorLimits'), 'colorRedMaximum');
  return {
    fileOffset,
    count,
    fields,
    rotation: unit([part(rotation, 'w', 1), part(rotation, 'x'), part(rotation, 'y'), part(rotation, 'z')]),
    translation: [part(translation, 'x'), part(translation, 'y'), part(translation, 'z')],
    intensities: most === undefined ? undefined : [limitOf(least, 0), limitOf(most, 1)],
    mostColor: color === undefined ? undefined : limitOf(color, 255),
  };
}

function unit(q: readonly [number, number, number, number]): [number, number, number, number] {
  const length = Math.hypot(...q) || 1;
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

function fieldOf(name: string, node: Node, file: string): E57Field {
  const number = (attribute: string, absent: number) => numberOf(node[`@_${attribute}`], absent);
  const type = textOf(node['@_type']);
  const [least, most] = [number('minimum', -(2 ** 63)), number('maximum', 2 ** 63)];
  const [scale, offset] = [number('scale', 1), number('offset', 0)];
  const kind =
    type === 'Float'
      ? textOf(node['@_precision']) === 'single'
        ? 'single'
        : 'double'
      : type === 'ScaledInteger'
        ? 'scaled'
        : type === 'Integer'
          ? 'integer'
          : undefined;
  if (kind === undefined || most < least) throw unreadable(file, `the field '${name}' of a scan is not known`);
  return { name, type: kind, least, most, scale, offset };
}
