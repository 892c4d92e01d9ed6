import { bytes, cached, type Endpoint, endpoint } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { boolean, input, line, optional } from '../../../kernel/schema/shapes.ts';
import { onExecutable } from '../access.ts';
import type { Federation } from '../deps.ts';
import {
  entityNotFound,
  entitySetNotFound,
  invalidEntitySet,
  invalidParameter,
  invalidSchema,
  schemaNotFound,
  systemFailed,
  systemLate,
} from '../errors.ts';
import { describePath, packageInTwin } from '../params.ts';
import { countRows, metadata, readSegment, serviceDocument } from './read.ts';

const path = '/federation/twins/{twinId}/packages/{uniqueName}/odata';
const text = () => optional(line({ untrimmed: true }));
/** Options of the standard that are none here. */
const unsupported = ['$expand', '$apply', '$search', '$compute', '$levels', '$deltatoken'] as const;
const others = Object.fromEntries(unsupported.map((name) => [name, text()]));

const format = { $format: text() };
const dataQuery = input({
  $select: text(),
  $filter: text(),
  $orderby: text(),
  $skip: text(),
  $top: text(),
  $count: optional(boolean()),
  $skiptoken: text(),
  ...format,
  ...others,
});
const schemaQuery = input({ ...format });
const countQuery = input({ $filter: text(), ...format, ...others });

const faultOfFormat = (given: unknown, ...known: readonly string[]): readonly Detail[] =>
  given === undefined || known.some((one) => String(given).toLowerCase().split(';')[0]?.trim() === one)
    ? []
    : [invalidParameter('$format', `The $format must be ${known.join(' or ')}.`)];

const faultsOfOthers = (query: Readonly<Record<string, unknown>>): readonly Detail[] =>
  unsupported
    .filter((name) => query[name] !== undefined)
    .map((name) => invalidParameter(name, `The ${name} query option is not supported.`));

const json = ['json', 'application/json'] as const;
const noStore = 'no-store';

/** What all calls of OData have in common. */
const common = (of: Federation) =>
  ({
    access: onExecutable(of.book, schemaNotFound, schemaNotFound),
    params: packageInTwin,
    describe: describePath,
    basic: true,
    always: { 'OData-Version': '4.0' },
  }) as const;
const json200 = (title: string) => ({ answers: { 200: cached(bytes(['application/json'], title), noStore) } });
const failures = [schemaNotFound, systemFailed, systemLate] as const;

/** The data of a package as OData 4.0. */
export const odataEndpoints = (of: Federation): readonly Endpoint[] => [
  endpoint({
    ...common(of),
    id: 'federation.getEntitySets',
    items: 'value',
    method: 'GET',
    path,
    title: 'Get entity sets',
    description: 'The service document. A spreadsheet or BI program takes this address as an OData feed.',
    query: schemaQuery,
    invalid: invalidSchema,
    check: ({ query }) => faultOfFormat(query.$format, ...json),
    ...json200('The entity sets.'),
    errors: failures,
    headers: input({ Accept: text() }),
    run: ({ target, query, headers }, context) =>
      serviceDocument(target, { ...query, accept: headers.Accept }, context, of),
  }),
  endpoint({
    ...common(of),
    id: 'federation.getMetadata',
    method: 'GET',
    path: `${path}/$metadata`,
    title: 'Get metadata',
    description: 'Names and types of all properties, as CSDL 4.0.',
    query: schemaQuery,
    invalid: invalidSchema,
    check: ({ query }) => faultOfFormat(query.$format, 'xml', 'application/xml'),
    answers: { 200: cached(bytes(['application/xml'], 'The CSDL document.'), noStore) },
    errors: failures,
    run: ({ target }, context) => metadata(target, context, of),
  }),
  endpoint({
    ...common(of),
    id: 'federation.getEntitySet',
    items: 'value',
    method: 'GET',
    path: `${path}/{entitySet}`,
    title: 'Get the data for the entity set',
    description:
      "1,000 rows a page, or as many as `Prefer: odata.maxpagesize` says; follow `@odata.nextLink` for the rest, which comes from the same version of the data. With a key, as in `Elements(ModelId=5e19bee0-3aea-4355-a9f0-c6df9989ee7d,Id='0x1000')`, one entity.",
    query: dataQuery,
    headers: input({ Accept: text(), Prefer: text() }),
    invalid: invalidEntitySet,
    check: ({ query }) => [...faultsOfOthers(query), ...faultOfFormat(query.$format, ...json)],
    ...json200('A page of rows, or one entity.'),
    errors: [entitySetNotFound, entityNotFound, ...failures],
    run: ({ target, params, query, headers }, context) =>
      readSegment(target, params.entitySet, query, { prefer: headers.Prefer, accept: headers.Accept }, context, of),
  }),
  endpoint({
    ...common(of),
    id: 'federation.countEntities',
    method: 'GET',
    path: `${path}/{entitySet}/$count`,
    title: 'Get the number of entities',
    query: countQuery,
    invalid: invalidEntitySet,
    check: ({ query }) => faultsOfOthers(query),
    answers: { 200: cached(bytes(['text/plain', '*/*'], 'Digits.'), noStore) },
    errors: [entitySetNotFound, ...failures],
    run: ({ target, params, query }, context) => countRows(target, params.entitySet, query, context, of),
  }),
];
