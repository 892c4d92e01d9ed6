import { extname } from 'node:path';
import type { DrawingFormat } from '../../engines/drawings/prediction.ts';

interface Format {
  readonly types: readonly string[];
  /** Whether bytes begin as those of the format do. */
  begins(head: Buffer): boolean;
}

const startsWith =
  (...bytes: readonly number[]) =>
  (head: Buffer): boolean =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes));
const textOf = (head: Buffer): string => head.toString('utf8').replace(/^\uFEFF/, '');
const jpeg: Format = { types: ['image/jpeg'], begins: startsWith(0xff, 0xd8, 0xff) };

/** Formats of inputs, by extension. */
const formats: Readonly<Record<DrawingFormat, Format>> = {
  pdf: { types: ['application/pdf'], begins: (head) => head.includes('%PDF-') },
  svg: {
    types: ['image/svg+xml'],
    begins: (head) => /^\s*<(?:\?xml|!--|!DOCTYPE|(?:\w+:)?svg)[\s>]?/i.test(textOf(head)),
  },
  dxf: {
    types: ['image/vnd.dxf', 'application/dxf', 'image/x-dxf'],
    begins: (head) =>
      /^(?:\s*999\r?\n[^\n]*\n)*\s*0\r?\n\s*SECTION/.test(textOf(head)) || head.includes('AutoCAD Binary DXF'),
  },
  png: { types: ['image/png'], begins: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  jpg: jpeg,
  jpeg,
  bmp: { types: ['image/bmp'], begins: startsWith(0x42, 0x4d) },
};

export const inputTypes: readonly string[] = [...new Set(Object.values(formats).flatMap(({ types }) => types))];
export const extensions: readonly string[] = Object.keys(formats);

const isFormat = (text: string): text is DrawingFormat => Object.hasOwn(formats, text);

/** The format of a file by its name; undefined for one that cannot be read. */
export function formatOf(name: string): DrawingFormat | undefined {
  const extension = extname(name).slice(1).toLowerCase();
  return isFormat(extension) ? extension : undefined;
}

export const fits = (format: DrawingFormat, type: string): boolean => formats[format].types.includes(type);
export const begins = (format: DrawingFormat, head: Buffer): boolean => formats[format].begins(head);
