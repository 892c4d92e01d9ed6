import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { changing, type Found, inLibrary, onItem, reading } from '../access.ts';
import { describeLibrary } from '../body-rules.ts';
import { catalogs } from '../errors.ts';
import { catalogBody, catalogList, catalogsQuery, oneCatalog } from '../schema/catalog.ts';
import { findCatalog } from '../store/catalog.ts';
import type { CatalogRow } from '../tables.ts';
import { catalogReply, createCatalog, deleteCatalog, updateCatalog } from './change.ts';
import { listCatalogs } from './list.ts';

const onCatalog = (need: Parameters<typeof inLibrary>[0]) =>
  onItem(need, (db, { account }, { id }: { readonly id: string }) => findCatalog(db, account?.id, id), catalogs.absent);
const version = ({ resource }: Found<CatalogRow>) => resource.revision;

export const catalogEndpoints = [
  endpoint({
    id: 'library.createCatalog',
    method: 'POST',
    path: '/library/catalogs',
    title: 'Create Catalog',
    access: inLibrary(changing),
    body: catalogBody,
    invalid: catalogs.invalidCreate,
    describe: describeLibrary,
    answers: { 201: json(oneCatalog, 'The new catalog.') },
    errors: [catalogs.taken],
    run: ({ target, body }, context) => createCatalog(target, body, context),
  }),

  endpoint({
    id: 'library.getCatalogs',
    method: 'GET',
    path: '/library/catalogs',
    title: 'Get Catalogs',
    description: '`$search` finds parts of names and hashtags without case; of several words any.',
    access: inLibrary(reading(catalogs.allAbsent)),
    query: catalogsQuery,
    invalid: catalogs.invalidList,
    describe: describeLibrary,
    prefer: true,
    answers: { 200: json(catalogList, 'A page, by name: summaries, or whole catalogs with Prefer.') },
    run: ({ target, query, prefer }, context) => listCatalogs(target, query, prefer === 'representation', context),
  }),

  endpoint({
    id: 'library.getCatalog',
    method: 'GET',
    path: '/library/catalogs/{id}',
    title: 'Get Catalog',
    access: onCatalog(reading(catalogs.absent)),
    version,
    answers: { 200: json(oneCatalog, 'The catalog.') },
    run: async ({ target }) => catalogReply(200, target.resource),
  }),

  endpoint({
    id: 'library.updateCatalog',
    method: 'PUT',
    path: '/library/catalogs/{id}',
    title: 'Update Catalog',
    description: 'The body is the whole definition: what it leaves out is cleared.',
    access: onCatalog(changing),
    version,
    body: catalogBody,
    invalid: catalogs.invalidUpdate,
    describe: describeLibrary,
    answers: { 200: json(oneCatalog, 'The changed catalog.') },
    errors: [catalogs.taken],
    run: ({ target, body }, context) => updateCatalog(target, body, context),
  }),

  endpoint({
    id: 'library.deleteCatalog',
    method: 'DELETE',
    path: '/library/catalogs/{id}',
    title: 'Delete Catalog',
    description: 'With its documents and web links. Its components stay.',
    access: onCatalog(changing),
    version,
    answers: { 204: empty('It is gone.') },
    run: ({ target }, context) => deleteCatalog(target, context),
  }),
];
