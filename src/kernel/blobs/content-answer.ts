import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, createBrotliCompress, createGzip, gzip, constants as zlib } from 'node:zlib';
import { type Answer, refusal } from './answer.ts';
import { type Coding, type Content, selectContent } from './content-select.ts';
import type { FaultCode } from './faults.ts';
import type { Range } from './store.ts';

/** What a GET or HEAD of stored bytes gets by the blob protocol; `open` reads them. */
export async function answerContent(
  request: IncomingMessage,
  content: Content,
  open: (range: Range) => Promise<Readable | Uint8Array>,
): Promise<Answer | FaultCode> {
  const selected = selectContent(request.method, request.headers, content);
  if (selected.is === 'changed') return 'ConditionNotMet';
  if (selected.is === 'known') return { status: 304, headers: selected.headers };
  if (selected.is === 'beyond') return refusal('InvalidRange', selected.headers);
  const { status, headers, range, coding } = selected;
  if (coding !== undefined) return { status, headers, body: await compressed(await open(range), coding) };
  return { status, headers, ...(request.method === 'HEAD' ? {} : { body: await open(range) }) };
}

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
