import { type Endpoint, empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { changing, type Found, inLibrary, onItem, readingInProject, uploading } from '../access.ts';
import type { Analytics } from '../analytics/analytics.ts';
import { describeLibrary } from '../body-rules.ts';
import { projectQuery } from '../common-schema.ts';
import { components } from '../errors.ts';
import { readPreview } from '../preview/read.ts';
import { componentBody, componentList, componentsQuery, facetsQuery, oneComponent } from '../schema/component.ts';
import { onePreview } from '../schema/preview.ts';
import { type Component, findComponent } from '../store/component.ts';
import { createComponent, updateComponent } from './change.ts';
import { deleteComponent } from './delete.ts';
import { facetsResponse } from './facet-schema.ts';
import { readFacets } from './facets.ts';
import { listComponents } from './list.ts';
import { readComponent } from './read.ts';
import { checkReferences } from './references.ts';
import { versionOf } from './view.ts';

const onComponent = (need: Parameters<typeof inLibrary>[0]) =>
  onItem(need, (db, library, { id }: { readonly id: string }) => findComponent(db, library, id), components.absent);
const version = ({ resource }: Found<Component>) => versionOf(resource);

const ofComponents = [
  endpoint({
    id: 'library.createComponent',
    method: 'POST',
    path: '/library/components',
    title: 'Create Component',
    access: inLibrary(uploading),
    body: componentBody,
    invalid: components.invalidCreate,
    describe: describeLibrary,
    check: (raw, library, { db }) => checkReferences(raw, library, db),
    answers: { 201: json(oneComponent, 'The new component.') },
    run: ({ target, body }, context) => createComponent(target, body, context),
  }),

  endpoint({
    id: 'library.getComponents',
    method: 'GET',
    path: '/library/components',
    title: 'Get Components',
    description:
      '`$search` finds parts of names and hashtags without case; of several words any. All conditions hold together.',
    access: inLibrary(readingInProject(components.allAbsent)),
    query: componentsQuery,
    invalid: components.invalidList,
    describe: describeLibrary,
    prefer: true,
    answers: { 200: json(componentList, 'A page, by name: summaries, or whole components with Prefer.') },
    run: ({ target, query, prefer }, context) => listComponents(target, query, prefer === 'representation', context),
  }),

  endpoint({
    id: 'library.getComponentFacets',
    method: 'GET',
    path: '/library/components/facets',
    title: 'Get Component Facets',
    description:
      'How many of the components that `GET /library/components` lists with the same parameters have which state, catalog, word and hashtag. At most 10,000 are counted, and of each kind the 100 that most have are told.',
    access: inLibrary(readingInProject(components.allAbsent)),
    query: facetsQuery,
    invalid: components.invalidList,
    describe: describeLibrary,
    answers: { 200: json(facetsResponse, 'Counts, the highest first.') },
    run: ({ target, query }, context) => readFacets(target, query, context),
  }),

  endpoint({
    id: 'library.updateComponent',
    method: 'PUT',
    path: '/library/components/{id}',
    title: 'Update Component',
    description: 'The body is the whole definition: what it leaves out is cleared.',
    access: onComponent(changing),
    version,
    body: componentBody,
    invalid: components.invalidUpdate,
    describe: describeLibrary,
    check: (raw, { library }, { db }) => checkReferences(raw, library, db),
    answers: { 200: json(oneComponent, 'The changed component.') },
    run: ({ target, body }, context) => updateComponent(target, body, context),
  }),

  endpoint({
    id: 'library.deleteComponent',
    method: 'DELETE',
    path: '/library/components/{id}',
    title: 'Delete Component',
    description: 'With its documents and their files, variations and web links.',
    access: onComponent(changing),
    version,
    answers: { 204: empty('It is gone.') },
    run: ({ target }, context) => deleteComponent(target, context),
  }),
];

const readingOf = (analytics: Analytics) =>
  endpoint({
    id: 'library.getComponent',
    method: 'GET',
    path: '/library/components/{id}',
    title: 'Get Component',
    access: onComponent(readingInProject(components.absent)),
    query: projectQuery,
    version,
    answers: { 200: json(oneComponent, 'The component.') },
    run: async ({ target }, context) => readComponent(target, analytics, context),
  });

const previewOf = endpoint({
  id: 'library.getComponentPreview',
  method: 'GET',
  path: '/library/components/{id}/preview',
  title: 'Get Component Preview',
  description:
    'Made of the newest design document in use that is an ifc, ifczip, glb, gltf or obj file of at most 200 MiB: one GLB (Y up), its triangles and bounds (Z up, metres), and a picture.',
  secret: true,
  access: onComponent(readingInProject(components.absent)),
  query: projectQuery,
  answers: { 200: json(onePreview, 'What is to be seen of the component, if anything.') },
  run: ({ target }, context) => readPreview(target, context),
});

export const componentEndpoints = (analytics: Analytics): Endpoint[] => [
  ...ofComponents,
  readingOf(analytics),
  previewOf,
];
