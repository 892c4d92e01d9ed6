import type { TSchema } from 'typebox';
import type { Endpoint } from '../../src/api/http/endpoint.ts';
import { fc } from '../support/chance.ts';

/** One generated request: its path with query, its headers and its body as it goes over the wire. */
export interface GeneratedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** Real values, so that many requests reach the handlers: of path parameters, and a body that the operation takes. */
export interface RealValues {
  readonly params: Readonly<Record<string, string>>;
  /** Without its question mark. */
  readonly query: string;
  readonly body: unknown;
}

type Node = TSchema & {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Node[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

const nasty = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  -1e308,
  2 ** 53 + 2,
  1.5,
  true,
  [],
  {},
  [[]],
  'null',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '𝄞'.repeat(200),
  'x'.repeat(3000),
  '../../etc/passwd',
  "'; DROP TABLE twins; --",
  '%00',
  '\u202e\u200d\ufeff',
  'é'.normalize('NFD'),
  '<script>alert(1)</script>',
  '__proto__',
  { __proto__: { polluted: true } },
  { constructor: { prototype: 1 } },
);
const deep = fc.integer({ min: 20, max: 60 }).map((levels) => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { a: value };
  return value;
});
const uuid = fc.uuid();

/** Mostly values that fit the schema, so that the handlers are reached; some that do not. */
function anyValueOf(schema: Node): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: fitting(schema), weight: 8 },
    { arbitrary: nasty, weight: 2 },
    { arbitrary: deep, weight: 1 },
  );
}

function fitting(schema: Node): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return schema.properties ? objectOf(schema) : fc.dictionary(fc.string(), fc.jsonValue());
  if (type === 'array') return fc.array(anyValueOf(schema.items ?? ({} as Node)), { maxLength: 4 });
  if (type === 'integer')
    return fc.integer({ min: (schema.minimum ?? -5) - 1, max: Math.min(2 ** 40, (schema.maximum ?? 1e6) + 1) });
  if (type === 'number') return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (schema.format === 'uuid') return uuid;
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  return fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: (schema.maxLength ?? 50) + 1 }),
    fc.emailAddress(),
  );
}

function objectOf(schema: Node): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  const known = Object.fromEntries(properties.map(([name, one]) => [name, anyValueOf(one)]));
  const required = schema.required ?? [];
  return fc
    .tuple(
      fc.record(known, { requiredKeys: required }),
      fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue(), { maxKeys: 1 }),
    )
    .map(([own, unknown]) => ({ ...unknown, ...own }));
}

const segment = fc.oneof(
  uuid,
  fc.constantFrom('x', '%20', '%2F', '..%2f', 'a'.repeat(300), 'ÄÖ', '0', '-', '~', '%F0%9F%92%A9', 'null', '%'),
  fc.string({ minLength: 1, maxLength: 12 }).map(safeEncode),
);

function safeEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E') || 'x';
}

function pathOf(endpoint: Endpoint, { params }: RealValues): fc.Arbitrary<string> {
  const parts = endpoint.path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    const real = params[name];
    return real ? fc.oneof({ arbitrary: fc.constant(real), weight: 9 }, { arbitrary: segment, weight: 1 }) : segment;
  });
  return fc.tuple(...parts).map((texts) => texts.join('/'));
}

function queryOf(endpoint: Endpoint, { query }: RealValues): fc.Arbitrary<string> {
  const properties = Object.entries((endpoint.query as Node | undefined)?.properties ?? {});
  const pair = ([name, schema]: [string, Node]) => anyValueOf(schema).map((value) => `${name}=${queryText(value)}`);
  const unknown = fc.constantFrom('foo=bar', '$count=true', '=', '&&', '%24top=5', 'a=%', 'a=%ff', 'b=%00');
  const some = properties.length > 0 ? fc.array(fc.oneof(...properties.map(pair)), { maxLength: 5 }) : fc.constant([]);
  const real = fc.option(fc.constant(query), { freq: 5, nil: '' });
  return fc
    .tuple(real, some, seldom(unknown))
    .map(([first, known, last]) => [first, ...known, last].filter((text) => text !== '').join('&'))
    .map((text) => (text === '' ? '' : `?${text}`));
}

const seldom = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: fc.constant(''), weight: 6 }, { arbitrary: text, weight: 1 });

const queryText = (value: unknown): string =>
  safeEncode(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function bodyOf(endpoint: Endpoint, real: RealValues): fc.Arbitrary<GeneratedRequest['body']> {
  const { body } = endpoint;
  if (body === undefined) return fc.option(fc.constantFrom('', '{}', '[', 'x'), { nil: undefined });
  if ('raw' in body) return fc.oneof(fc.string({ maxLength: 200 }), spoiltBytes(real.body as Uint8Array));
  const json = anyValueOf(body as Node).map((value) => JSON.stringify(value) ?? '');
  const broken = fc.constantFrom('', '{', '[]', 'null', '"x"', '{"a":1', '\ufeff{}', '{"a":1e999}', '{"a":"\\ud800"}');
  return fc.oneof(
    { arbitrary: json, weight: 5 },
    { arbitrary: spoilt(real.body, body as Node), weight: 5 },
    { arbitrary: broken, weight: 1 },
  );
}

/** A good body of which at most one property, at any depth, is replaced. */
function spoilt(good: unknown, schema: Node): fc.Arbitrary<string> {
  const text = JSON.stringify(good);
  const values = [...text.matchAll(/"[^"]*"(?!:)|\[[^[\]{}]*\]/g)];
  const others = fc.oneof(...Object.values(schema.properties ?? {}).map(anyValueOf), nasty, deep);
  const replaced = fc.tuple(fc.nat(Math.max(0, values.length - 1)), others).map(([at, value]) => {
    const found = values[at];
    if (found === undefined) return text;
    return text.slice(0, found.index) + (JSON.stringify(value) ?? 'null') + text.slice(found.index + found[0].length);
  });
  return fc.oneof(fc.constant(text), replaced);
}

/** A good file, cut off or with some bytes changed. */
const spoiltBytes = (good: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc.tuple(fc.nat(good.length), fc.nat(good.length - 1), fc.nat(255)).map(([end, at, byte]) => {
    const bytes = Uint8Array.from(good).subarray(0, end % 2 ? end : good.length);
    if (at < bytes.length) bytes[at] = byte;
    return bytes;
  });

const vendorType = (version: number) => `application/vnd.vendor.twin-platform.v${version}+json`;

const headers = fc.record(
  {
    Prefer: fc.constantFrom('return=minimal', 'return=representation', 'return=nothing', ','),
    'If-Match': fc.constantFrom('*', 'W/"1"', '"x"', ','),
    'If-None-Match': fc.constantFrom('*', 'W/"1"', ''),
    'Idempotency-Key': fc.constantFrom('k', 'x'.repeat(129)),
    'Content-Type': fc.constantFrom(
      'application/json',
      'text/plain',
      'application/json; charset=utf-8',
      'image/png',
      '',
    ),
    Accept: fc.oneof(
      { arbitrary: fc.constantFrom('*/*', 'application/json'), weight: 6 },
      { arbitrary: fc.constantFrom('text/html', vendorType(1), vendorType(99)), weight: 1 },
    ),
    'X-Max-Return': fc.constantFrom('1', '0', '10001', 'x'),
    'X-Twin-Query-Scope': fc.constantFrom('all', 'OrganizationAdmin', 'x'),
    'X-Correlation-ID': fc.constantFrom('abc', '<>', 'x'.repeat(200)),
    'Accept-Encoding': fc.constantFrom('gzip', 'br', 'identity'),
  },
  { requiredKeys: [] },
);

/** Half of the requests carry odd headers, so that the other half gets further. */
const usualHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.constant({}),
  headers.map((given) => given as Record<string, string>),
);

export const requestsOf = (endpoint: Endpoint, real: RealValues): fc.Arbitrary<GeneratedRequest> =>
  fc
    .record({
      path: pathOf(endpoint, real),
      query: queryOf(endpoint, real),
      headers: usualHeaders,
      body: bodyOf(endpoint, real),
    })
    .map(({ path, query, headers: given, body }) => ({
      path: path + query,
      headers: { ...typeOf(endpoint), ...given },
      body: endpoint.method === 'GET' ? undefined : body,
    }));

const typeOf = ({ body }: Endpoint): Record<string, string> =>
  body && 'raw' in body ? { 'Content-Type': body.types[0] ?? '' } : {};
