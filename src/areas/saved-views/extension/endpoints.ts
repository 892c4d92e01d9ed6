import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { onExtensionChange, onView } from '../access.ts';
import { describeBody } from '../body-rules.ts';
import { extensionNotFound, invalidExtension } from '../errors.ts';
import { extensionExample, extensionListExample, newExtensionExample } from '../examples.ts';
import { extensionCreate, extensionList, oneExtension } from '../schema/extension.ts';
import { deleteExtension } from './delete.ts';
import { putExtension } from './put.ts';
import { getExtension, listExtensions } from './read.ts';
import { checkExtension } from './rules.ts';

const example = { extension: extensionExample };

export const extensionEndpoints = [
  endpoint({
    id: 'savedViews.createExtension',
    method: 'PUT',
    path: '/savedviews/{savedViewId}/extensions',
    title: 'Create Extension',
    description:
      'Adds an extension, or replaces the one of the same name. Data may have 5 MiB, the extensions of one view together 20 MiB; a view has at most 50.',
    access: onView('change'),
    body: extensionCreate,
    bodyExample: newExtensionExample,
    maxBody: 12 * 2 ** 20,
    invalid: invalidExtension,
    describe: describeBody,
    check: ({ body }) => checkExtension(body),
    answers: {
      200: json(oneExtension, 'The extension that replaced another one.', example),
      201: json(oneExtension, 'The new extension.', example),
    },
    run: ({ target, body }, context) => putExtension(target, body, context),
  }),

  endpoint({
    id: 'savedViews.getAllExtensions',
    method: 'GET',
    path: '/savedviews/{savedViewId}/extensions',
    title: 'Get all extensions',
    access: onView('read'),
    answers: { 200: json(extensionList, 'References, by name.', extensionListExample) },
    run: ({ target }, context) => listExtensions(target, context),
  }),

  endpoint({
    id: 'savedViews.getExtension',
    method: 'GET',
    path: '/savedviews/{savedViewId}/extensions/{extensionName}',
    title: 'Get extension',
    access: onView('read'),
    answers: { 200: json(oneExtension, 'The extension.', example) },
    errors: [extensionNotFound],
    run: ({ target, params }, context) => getExtension(target, params.extensionName, context),
  }),

  endpoint({
    id: 'savedViews.deleteExtension',
    method: 'DELETE',
    path: '/savedviews/{savedViewId}/extensions/{extensionName}',
    title: 'Delete extension',
    access: onExtensionChange,
    version: ({ resource }) => resource.extension.version,
    answers: { 204: empty('The view has no such extension any more.') },
    run: ({ target }, context) => deleteExtension(target, context),
  }),
];
