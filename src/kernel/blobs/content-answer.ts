import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, createBrotliCompress, createGzip, gzip, constants as zlib } from 'node:zlib';
import { type Answer, refusal } from './answer.ts';
import type { FaultCode } from './faults.ts';
import { parseRange } from './range.ts';
import type { Range } from './store.ts';

/** Stored bytes that are asked for. */
export interface Content {
  readonly size: number;
  /** In hexadecimal; the strong entity tag is made of it. */
  readonly sha256: string;
  readonly contentType: string;
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** It is text, which is sent compressed to those who take that, unless they want a range. */
  readonly compressible?: boolean;
}

/** What a GET or HEAD of stored bytes gets: all, a range (206), or that they are known (304); `open` reads them. */
export async function answerContent(
  request: IncomingMessage,
  { size, sha256, contentType, headers: more, compressible = false }: Content,
  open: (range: Range) => Promise<Readable | Uint8Array>,
): Promise<Answer | FaultCode> {
  const { headers: asked, method } = request;
  const tag = `"${sha256}"`;
  const given = asked['x-ms-range'] ?? asked.range;
  const coding =
    compressible && given === undefined && method === 'GET' ? codingOf(asked['accept-encoding']) : undefined;
  const headers = {
    ...more,
    ETag: coding === undefined ? tag : tagOf(sha256, coding),
    'Accept-Ranges': 'bytes',
    ...(compressible ? { Vary: 'Accept-Encoding' } : {}),
  };
  const tags = [tag, ...(compressible ? codings.map((one) => tagOf(sha256, one)) : [])];
  if (asked['if-match'] !== undefined && !lists(asked['if-match'], tags)) return 'ConditionNotMet';
  if (lists(asked['if-none-match'], tags)) return { status: 304, headers };
  if (coding !== undefined) {
    const encoded = { ...headers, 'Content-Type': contentType, 'Content-Encoding': coding };
    return { status: 200, headers: encoded, body: await compressed(await open({ start: 0, end: size - 1 }), coding) };
  }
  const holds = asked['if-range'] === undefined || asked['if-range'] === tag;
  const range = holds ? parseRange(String(given ?? ''), size) : undefined;
  if (range === 'unsatisfiable') return refusal('InvalidRange', { 'Content-Range': `bytes */${size}` });
  const { start, end } = range ?? { start: 0, end: size - 1 };
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': end - start + 1,
      'Content-Type': contentType,
      ...(range ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
    },
    ...(method === 'HEAD' ? {} : { body: await open({ start, end }) }),
  };
}

const lists = (header: string | undefined, tags: readonly string[]): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((one) => tags.includes(one.trim())));

const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number];

const tagOf = (sha256: string, coding: Coding): string => `"${sha256}-${coding}"`;

const codingOf = (accepted: string | string[] | undefined): Coding | undefined =>
  codings.find((one) => new RegExp(`\\b${one}\\b(?!;q=0(?:\\.0*)?(?:,|$))`).test(String(accepted ?? '')));

/** Strong enough for text, quick enough to be done at each request. */
const brotliOptions = { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } };
const zipped = { br: promisify(brotliCompress), gzip: promisify(gzip) };

function compressed(bytes: Readable | Uint8Array, coding: Coding): Readable | Promise<Uint8Array> {
  if (!(bytes instanceof Readable)) return coding === 'br' ? zipped.br(bytes, brotliOptions) : zipped.gzip(bytes);
  const zip = coding === 'br' ? createBrotliCompress(brotliOptions) : createGzip();
  bytes.once('error', (error) => zip.destroy(error));
  zip.once('close', () => bytes.destroy());
  return bytes.pipe(zip);
}
