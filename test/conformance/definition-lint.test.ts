import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandTable } from '../../src/api/openapi/commands.ts';
import { documentOf } from '../../src/api/openapi/document.ts';
import { servedApis } from '../../src/start/served-apis.ts';
import { isRecord, membersOf } from '../../src/std/records.ts';

/* What generators of other languages stumble over; each finding says where. */

type Node = Readonly<Record<string, unknown>>;

const apis = await servedApis();
const commands = commandTable(apis);
const addresses = { baseUrl: 'https://twins.example.com', authUrl: 'https://twins.example.com/auth', commands };
const documents = apis.map((api) => ({
  api,
  name: `${api.name}-v${api.version}`,
  document: documentOf(api, addresses),
}));

/** Values among the words of a schema. */
const shown = new Set(['example', 'examples', 'enum', 'default']);

/** All objects of a document that are no values, with their places. */
function nodesOf(value: unknown, place: string): { node: Node; place: string }[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => nodesOf(one, `${place}/${at}`));
  if (!isRecord(value)) return [];
  const within = Object.entries(value).flatMap(([word, one]) => {
    if (shown.has(word)) return [];
    if (word !== 'properties' || !isRecord(one)) return nodesOf(one, `${place}/${word}`);
    return Object.entries(one).flatMap(([name, member]) => nodesOf(member, `${place}/${name}`));
  });
  return [{ node: value, place }, ...within];
}

const all = documents.flatMap(({ name, document }) => nodesOf(document, name));
const operations = documents.flatMap(({ name, api, document }) =>
  Object.values(membersOf(document.paths)).flatMap((path) =>
    Object.values(membersOf(path)).map((one) => ({ name, api, operation: membersOf(one) })),
  ),
);
const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value : []);
const refersTo = ({ $ref }: Node): string[] => (typeof $ref === 'string' ? [$ref] : []);
/** Findings as the messages that a failure shows. */
const none = (findings: readonly string[]) => assert.deepEqual(findings, []);

describe('definitions', () => {
  it('have ids, titles and descriptions for every operation', () => {
    const ids = operations.map(({ operation }) => String(operation.operationId));
    none(ids.filter((id, at) => !/^[A-Za-z0-9.]+$/.test(id) || ids.indexOf(id) !== at));
    none(
      operations
        .filter(({ operation: { summary, description } }) => !summary || !description)
        .map(({ operation }) => String(operation.operationId)),
    );
  });

  it('mark every operation with its command', () => {
    none(
      operations
        .filter(({ operation }) => !/^[a-z0-9-]+( [a-z0-9-]+)+$/.test(String(operation['x-command'])))
        .map(({ operation }) => String(operation.operationId)),
    );
  });

  it('write no shape out twice', () => {
    for (const { name, document } of documents) {
      const places = new Map<string, string>();
      const components = membersOf(membersOf(document.components).schemas);
      const within = [
        ...nodesOf(document.paths, 'paths'),
        ...Object.entries(components).flatMap(([title, shape]) => nodesOf(shape, title).slice(1)),
      ];
      const twice = within.flatMap(({ node, place }) => {
        if (node.type !== 'object' || Object.keys(membersOf(node.properties)).length < 2) return [];
        const key = JSON.stringify(node);
        const before = places.get(key);
        places.set(key, place);
        return before === undefined ? [] : [`${name}: ${place} is ${before}`];
      });
      none(twice);
    }
  });

  it('refer to what is there, and name nothing that is not used', () => {
    for (const { name, document } of documents) {
      const named = Object.keys(membersOf(membersOf(document.components).schemas));
      const used = new Set(nodesOf(document, '').flatMap(({ node }) => refersTo(node)));
      const known = new Set(named.map((title) => `#/components/schemas/${title}`));
      none([...used].filter((ref) => !known.has(ref)).map((ref) => `${name}: ${ref} is nowhere`));
      none([...known].filter((ref) => !used.has(ref)).map((ref) => `${name}: ${ref} is not used`));
    }
  });

  it('say of what arrays are, use known formats, and mix no types in an enumeration', () => {
    none(all.filter(({ node }) => node.type === 'array' && node.items === undefined).map(({ place }) => place));
    const formats = new Set(['uuid', 'uri', 'date-time', 'binary', 'email']);
    none(
      all
        .filter(({ node }) => typeof node.type === 'string' && typeof node.format === 'string')
        .filter(({ node }) => !formats.has(String(node.format)))
        .map(({ place, node }) => `${place}: ${node.format}`),
    );
    const typesOf = (values: unknown) => new Set(listOf(values).flatMap((one) => (one === null ? [] : [typeof one])));
    none(all.filter(({ node }) => typesOf(node.enum).size > 1).map(({ place }) => place));
  });

  it('have one shape of errors', () => {
    const shapeOf = (answer: unknown) =>
      refersTo(membersOf(membersOf(membersOf(membersOf(answer).content)['application/json']).schema))[0];
    none(
      operations.flatMap(({ operation }) =>
        Object.entries(membersOf(operation.responses))
          .filter(
            ([status, answer]) => Number(status) >= 400 && shapeOf(answer) !== '#/components/schemas/ErrorResponse',
          )
          .map(([status]) => `${operation.operationId} ${status}`),
      ),
    );
  });

  it('have no parameter that OpenAPI ignores, those of the path first, and of one type in an API', () => {
    const types = new Map<string, string>();
    none(
      operations.flatMap(({ name, operation }) => {
        const parameters = listOf(operation.parameters);
        const afterPath = parameters.findIndex((one) => one.in !== 'path');
        return parameters.flatMap((one, at) => {
          const id = `${name} ${one.in} ${one.name}`;
          const type = String(membersOf(one.schema).type);
          const known = types.get(id) ?? type;
          types.set(id, known);
          const found = [
            ...(/^(accept|content-type|authorization)$/i.test(String(one.name)) ? ['is ignored'] : []),
            ...(one.in === 'path' && afterPath >= 0 && at > afterPath ? ['comes late'] : []),
            ...(one.in === 'path' && (one.required !== true || known !== type) ? ['is of another type'] : []),
          ];
          return found.map((what) => `${operation.operationId}: ${one.name} ${what}`);
        });
      }),
    );
  });

  it('ask for their version where a newer one has the same addresses', () => {
    const wanted = (name: string, version: number) =>
      apis.some((other) => other.name === name && other.version > version)
        ? `application/vnd.vendor.twin-platform.v${version}+json`
        : 'application/json';
    none(
      operations.flatMap(({ api, operation }) =>
        Object.entries(membersOf(operation.responses))
          .filter(([status]) => Number(status) < 300)
          .flatMap(([, answer]) => Object.keys(membersOf(membersOf(answer).content)))
          .filter((type) => /^application\/(vnd\.vendor\.twin-platform\.v\d+\+)?json$/.test(type))
          .filter((type) => type !== wanted(api.name, api.version) && type !== 'application/json')
          .map((type) => `${operation.operationId}: ${type}`),
      ),
    );
    const older = documents.find(({ name }) => name === 'forms-v1');
    const answer = JSON.stringify(membersOf(membersOf(older?.document.paths)['/forms/{id}']));
    assert.match(answer, /"application\/vnd\.vendor\.twin-platform\.v1\+json":\{"schema"/);
  });
});
