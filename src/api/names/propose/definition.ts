import { isRecord, membersOf } from '../../../std/records.ts';

/** An operation as an OpenAPI document tells it. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly segments: readonly string[];
  /** The number of the version of its API; undefined where the document says none. */
  readonly version: string | undefined;
  readonly parameters: readonly { readonly name: string; readonly schema: unknown }[];
  readonly body: unknown;
  /** Shapes of bodies of answers by status. */
  readonly answers: ReadonlyMap<string, unknown>;
  /** Codes of errors that its examples have, by status. */
  readonly codes: ReadonlyMap<string, readonly string[]>;
  /** Vendor names of media types, and scopes. */
  readonly vendors: readonly string[];
  readonly scopes: readonly string[];
  /** What a `$ref` leads to; the same for what is none. */
  resolve(schema: unknown): unknown;
}

const methods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The operations of an OpenAPI 3 document; none of what is no such document. */
export function operationsOf(document: unknown): readonly Described[] {
  const { paths, servers, components, security, info } = membersOf(document);
  const base = basePath(servers);
  const version = /^v?(\d+)/.exec(String(membersOf(info).version ?? ''))?.[1];
  const resolve = (schema: unknown): unknown => resolved(schema, document);
  const all = membersOf(membersOf(components).securitySchemes);
  const flows = Object.values(all).flatMap((one) => Object.values(membersOf(membersOf(one).flows)));
  const scopes = [
    ...new Set([...flows.flatMap((flow) => Object.keys(membersOf(membersOf(flow).scopes))), ...scopesIn(security)]),
  ];
  return Object.entries(membersOf(paths)).flatMap(([path, item]) =>
    Object.entries(membersOf(item)).flatMap(([method, operation]) => {
      if (!methods.has(method)) return [];
      const whole = (base + path).replace(/(?<=.)\/$/, '');
      return [described({ method: method.toUpperCase(), path: whole, operation, item, version, scopes, resolve })];
    }),
  );
}

interface Raw {
  readonly method: string;
  readonly path: string;
  readonly operation: unknown;
  readonly item: unknown;
  readonly version: string | undefined;
  readonly scopes: readonly string[];
  readonly resolve: Described['resolve'];
}

function described({ method, path, operation, item, version, scopes, resolve }: Raw): Described {
  const { parameters: own, requestBody, responses } = membersOf(operation);
  const parameters = [...listOf(membersOf(item).parameters), ...listOf(own)].map((one) => membersOf(resolve(one)));
  const answers = Object.entries(membersOf(responses)).map(
    ([status, one]) => [status, membersOf(membersOf(resolve(one)).content)] as const,
  );
  const accepted = parameters.filter(
    ({ in: place, name }) => place === 'header' && String(name).toLowerCase() === 'accept',
  );
  return {
    method,
    path,
    segments: path.split('/').slice(1),
    version,
    parameters: parameters
      .filter(({ in: place }) => place === 'query')
      .map(({ name, schema }) => ({ name: String(name), schema })),
    body: jsonIn(membersOf(membersOf(resolve(requestBody)).content)),
    answers: new Map(answers.map(([status, content]) => [status, jsonIn(content)])),
    codes: new Map(answers.map(([status, content]) => [status, codesIn(content)])),
    vendors: [...JSON.stringify([accepted, answers]).matchAll(/application\/vnd\.([\w.-]+?)\.v\d+\+json/g)].flatMap(
      ([, vendor]) => vendor ?? [],
    ),
    scopes,
    resolve,
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Some documents have paths below the address of their server. */
function basePath(servers: unknown): string {
  const url = membersOf(listOf(servers)[0]).url;
  if (typeof url !== 'string' || !URL.canParse(url)) return '';
  return new URL(url).pathname.replace(/\/$/, '');
}

const scopesIn = (security: unknown): readonly string[] =>
  listOf(security).flatMap((one) => Object.values(membersOf(one)).flatMap((some) => listOf(some).map(String)));

function resolved(schema: unknown, document: unknown): unknown {
  const { $ref: reference, allOf } = membersOf(schema);
  const only = listOf(allOf);
  if (reference === undefined) return only.length === 1 ? resolved(only[0], document) : schema;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, step) => membersOf(value)[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

function jsonIn(content: Readonly<Record<string, unknown>>): unknown {
  const type = Object.keys(content).find((one) => /json/.test(one));
  return type === undefined ? undefined : membersOf(content[type]).schema;
}

/** Codes of `{ error: { code } }` anywhere in the examples. */
function codesIn(content: unknown): readonly string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) look(one);
    if (!isRecord(value)) return;
    const { code } = membersOf(value.error);
    if (typeof code === 'string') found.add(code);
    for (const one of Object.values(value)) look(one);
  };
  look(content);
  return [...found];
}
