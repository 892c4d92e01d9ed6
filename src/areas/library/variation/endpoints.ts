import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { input, uuid } from '../../../kernel/schema/shapes.ts';
import { changing, type Found, type Library, type reading, readingInProject, uploading } from '../access.ts';
import { describeVariation } from '../body-rules.ts';
import { projectQuery } from '../common-schema.ts';
import { variations } from '../errors.ts';
import { type ChildOf, inParent, ofComponent, onChild } from '../parent.ts';
import { oneVariation, variationBody, variationList } from '../schema/variation.ts';
import { findVariation } from '../store/variation.ts';
import type { VariationRow } from '../tables.ts';
import {
  checkDesign,
  createVariation,
  deleteVariation,
  listVariations,
  updateVariation,
  variationReply,
} from './change.ts';

const find = (db: Reader, _library: Library, parentId: string, id: string) => findVariation(db, parentId, id);
const onVariation = (need: ReturnType<typeof reading>) =>
  onChild(ofComponent, need, 'variationId', find, variations.absent);
const version = ({ resource }: Found<ChildOf<VariationRow>>) => resource.row.revision;

export const variationEndpoints = [
  endpoint({
    id: 'library.createComponentVariation',
    method: 'POST',
    path: '/library/components/{componentId}/variations',
    title: 'Create Component Variation',
    access: inParent(ofComponent, uploading),
    body: variationBody,
    invalid: variations.invalid,
    describe: describeVariation,
    check: (raw, { resource }, { db }) => checkDesign(raw, resource.id, db),
    answers: { 201: json(oneVariation, 'The new variation.') },
    run: ({ target, body }, context) => createVariation(target, body, context),
  }),

  endpoint({
    id: 'library.getComponentVariations',
    method: 'GET',
    path: '/library/components/{componentId}/variations',
    title: 'Get Component Variations',
    access: inParent(ofComponent, readingInProject(variations.allAbsent), variations.allAbsent),
    params: input({ componentId: uuid() }),
    query: projectQuery,
    invalid: variations.invalidList,
    describe: describeVariation,
    answers: { 200: json(variationList, 'The oldest first.') },
    run: ({ target }, context) => listVariations(target.resource.id, context),
  }),

  endpoint({
    id: 'library.getComponentVariation',
    method: 'GET',
    path: '/library/components/{componentId}/variations/{variationId}',
    title: 'Get Component Variation',
    access: onVariation(readingInProject(variations.absent)),
    query: projectQuery,
    version,
    answers: { 200: json(oneVariation, 'The variation.') },
    run: async ({ target }, { baseUrl }) => variationReply(200, target.resource.row, baseUrl),
  }),

  endpoint({
    id: 'library.updateComponentVariation',
    method: 'PUT',
    path: '/library/components/{componentId}/variations/{variationId}',
    title: 'Update Component Variation',
    description: 'The body is the whole definition: what it leaves out is cleared.',
    access: onVariation(changing),
    version,
    body: variationBody,
    invalid: variations.invalid,
    describe: describeVariation,
    check: (raw, { resource }, { db }) => checkDesign(raw, resource.parent.id, db),
    answers: { 200: json(oneVariation, 'The changed variation.') },
    run: ({ target, body }, context) => updateVariation(target, body, context),
  }),

  endpoint({
    id: 'library.deleteComponentVariation',
    method: 'DELETE',
    path: '/library/components/{componentId}/variations/{variationId}',
    title: 'Delete Component Variation',
    access: onVariation(changing),
    version,
    answers: { 204: empty('It is gone.') },
    run: ({ target }, context) => deleteVariation(target, context),
  }),
];
