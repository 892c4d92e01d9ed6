import { anyCaller } from '../../../api/auth/access-rules.ts';
import { type Endpoint, empty, endpoint, json, noContent } from '../../../api/http/endpoint.ts';
import { isFailed, problems } from '../../../api/http/problem.ts';
import { onAskedTwin } from '../access.ts';
import {
  changesetNotFound,
  invalid,
  mappingNotFound,
  modelNotFound,
  notReady,
  otherVersion,
  twinNotFound,
} from '../errors.ts';
import { newMappingExample } from '../examples.ts';
import { invalidMaterials, listMaterials } from '../material/list.ts';
import { materialsMemory } from '../material/memory.ts';
import { type FoundOf, onOwned } from '../reach.ts';
import {
  mappingCreate,
  mappingList,
  mappingsQuery,
  mappingUpdate,
  materialList,
  materialsQuery,
  oneMapping,
  reviewBody,
} from '../schema/mapping.ts';
import { findMapping, removeMapping } from '../store/mappings.ts';
import type { MappingRow } from '../tables.ts';
import { prefix } from '../tools.ts';
import { getMappings, invalidMappings } from './list.ts';
import { createMapping, replaceMapping } from './put.ts';
import { invalidReview, reviewMapping } from './review.ts';
import { mappingFaults } from './rules.ts';
import { mappingReply, versionOfMapping } from './view.ts';

const onMapping = (intent: 'read' | 'change') =>
  onOwned((db, { mappingId }: { readonly mappingId: string }) => findMapping(db, mappingId), mappingNotFound, intent);
const version = ({ resource }: FoundOf<MappingRow>) => versionOfMapping(resource);
const maxBody = 8 * 2 ** 20;

/** What the materials of tables are: from their names to declarations, looked at by a person. */
export const mappingEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'carbonCalculation.createMapping',
    method: 'POST',
    path: `${prefix}/mappings`,
    title: 'Create mapping',
    description: 'A draft, until somebody reviews it. Names of materials are compared whole, never by a pattern.',
    access: anyCaller,
    changes: 'inTwin',
    body: mappingCreate,
    bodyExample: newMappingExample,
    maxBody,
    invalid: invalid('create mapping'),
    check: mappingFaults,
    answers: { 201: json(oneMapping, 'The new mapping.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ body }, context) => createMapping(body, context),
  }),

  endpoint({
    id: 'carbonCalculation.getMappings',
    method: 'GET',
    path: `${prefix}/mappings`,
    title: 'Get mappings',
    description: 'Of a twin and its Account, without groups and materials.',
    access: onAskedTwin,
    query: mappingsQuery,
    invalid: invalidMappings,
    answers: { 200: json(mappingList, 'Newest first.') },
    run: ({ target, query }, context) => getMappings(target, query, context),
  }),

  endpoint({
    id: 'carbonCalculation.getMapping',
    method: 'GET',
    path: `${prefix}/mappings/{mappingId}`,
    title: 'Get mapping',
    access: onMapping('read'),
    version,
    answers: { 200: json(oneMapping, 'The mapping.') },
    run: ({ target }, context) => mappingReply(200, target.resource, context),
  }),

  endpoint({
    id: 'carbonCalculation.updateMapping',
    method: 'PUT',
    path: `${prefix}/mappings/{mappingId}`,
    title: 'Update mapping',
    description: 'Replaces it as a whole. Its version is raised, and it has to be reviewed again.',
    access: onMapping('change'),
    body: mappingUpdate,
    maxBody,
    invalid: invalid('update mapping'),
    check: mappingFaults,
    version,
    answers: { 200: json(oneMapping, 'The mapping as it is now.') },
    run: ({ target, body }, context) => replaceMapping(target.resource, body, context),
  }),

  endpoint({
    id: 'carbonCalculation.deleteMapping',
    method: 'DELETE',
    path: `${prefix}/mappings/{mappingId}`,
    title: 'Delete mapping',
    access: onMapping('change'),
    version,
    answers: { 204: empty('It is gone.') },
    async run({ target }, { write }) {
      const outcome = await write((tx) => removeMapping(tx, target.resource.id));
      return isFailed(outcome) ? outcome : noContent;
    },
  }),

  endpoint({
    id: 'carbonCalculation.reviewMapping',
    method: 'POST',
    path: `${prefix}/mappings/{mappingId}/review`,
    title: 'Review mapping',
    description: 'Says that a person has looked at every entry of this version. Only reviewed mappings are used.',
    access: onMapping('change'),
    body: reviewBody,
    invalid: invalidReview,
    answers: { 200: json(oneMapping, 'The reviewed mapping.') },
    errors: [otherVersion],
    run: ({ target, body }, context) => reviewMapping(target.resource, body.version, context),
  }),
];

/** What models are made of; each list of them makes one memory. */
export function materialEndpoints(): readonly Endpoint[] {
  const memory = materialsMemory();
  return [
    endpoint({
      id: 'carbonCalculation.getMaterials',
      method: 'GET',
      path: `${prefix}/materials`,
      title: 'Get materials',
      description:
        'What a version of a model is made of, with all quantities, whether a mapping has it, and declarations that may be meant. These are proposals by rules: nothing is used that a person has not put into a mapping and reviewed. With `comparedWith`: what is new, changed and gone since that version.',
      access: onAskedTwin,
      query: materialsQuery,
      invalid: invalidMaterials,
      answers: { 200: json(materialList, 'Those with most volume first.') },
      errors: [modelNotFound, changesetNotFound, mappingNotFound, notReady],
      run: ({ target, query }, context) => listMaterials(target, query, memory, context),
    }),
  ];
}
