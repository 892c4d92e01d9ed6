import type { IncomingHttpHeaders } from 'node:http';
import { parseRange } from './range.ts';
import type { Range } from './store.ts';

/** Stored bytes that are asked for. */
export interface Content {
  readonly size: number;
  /** Another one for other bytes, such as their hash: the strong entity tag, without quotes. */
  readonly tag: string;
  readonly contentType: string;
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** It is text, which is sent compressed to those who take that, unless they want a range. */
  readonly compressible?: boolean;
}

const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** What a GET or HEAD of stored bytes gets. */
export type Selection =
  /** 412: If-Match names another content. */
  | { readonly is: 'changed' }
  /** 304. */
  | { readonly is: 'known'; readonly headers: Readonly<Record<string, string>> }
  /** 416: the range begins behind the end. */
  | { readonly is: 'beyond'; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly is: 'bytes';
      readonly status: 200 | 206;
      /** Content-Length among them, but not where the bytes are to be compressed. */
      readonly headers: Readonly<Record<string, string>>;
      readonly range: Range;
      readonly coding: Coding | undefined;
    };

/** Reads the conditions, the range (also the one of the block-blob protocol) and the codings of a request. */
export function selectContent(
  method: string | undefined,
  asked: IncomingHttpHeaders,
  { size, tag: name, contentType, headers: more, compressible = false }: Content,
): Selection {
  const tag = `"${name}"`;
  const whole = givenRange(asked) === undefined && method === 'GET';
  const coding = compressible && whole ? codingOf(asked['accept-encoding']) : undefined;
  const headers = {
    ...more,
    ETag: coding === undefined ? tag : tagOf(name, coding),
    'Accept-Ranges': 'bytes',
    ...(compressible ? { Vary: 'Accept-Encoding' } : {}),
  };
  const tags = compressible ? tagsOf(name) : [tag];
  if (asked['if-match'] !== undefined && !lists(asked['if-match'], tags)) return { is: 'changed' };
  if (lists(asked['if-none-match'], tags)) return { is: 'known', headers };
  if (coding !== undefined) {
    const encoded = { ...headers, 'Content-Type': contentType, 'Content-Encoding': coding };
    return { is: 'bytes', status: 200, headers: encoded, range: { start: 0, end: size - 1 }, coding };
  }
  return selectRange(asked, tag, size, { ...headers, 'Content-Type': contentType });
}

const givenRange = (asked: IncomingHttpHeaders) => asked['x-ms-range'] ?? asked.range;

/** A range counts while the content is still the one of which the asker has the rest. */
function selectRange(
  asked: IncomingHttpHeaders,
  tag: string,
  size: number,
  headers: Readonly<Record<string, string>>,
): Selection {
  const holds = asked['if-range'] === undefined || asked['if-range'] === tag;
  const range = holds ? parseRange(String(givenRange(asked) ?? ''), size) : undefined;
  if (range === 'unsatisfiable') return { is: 'beyond', headers: { 'Content-Range': `bytes */${size}` } };
  const { start, end } = range ?? { start: 0, end: size - 1 };
  return {
    is: 'bytes',
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(end - start + 1),
      ...(range ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
    },
    range: { start, end },
    coding: undefined,
  };
}

export const lists = (header: string | undefined, tags: readonly string[]): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((one) => tags.includes(one.trim())));

const tagOf = (name: string, coding: Coding): string => `"${name}-${coding}"`;

/** All tags that the same bytes are sent with. */
export const tagsOf = (name: string): readonly string[] => [`"${name}"`, ...codings.map((one) => tagOf(name, one))];

const codingOf = (accepted: string | string[] | undefined): Coding | undefined =>
  codings.find((one) => new RegExp(`\\b${one}\\b(?!;q=0(?:\\.0*)?(?:,|$))`).test(String(accepted ?? '')));
