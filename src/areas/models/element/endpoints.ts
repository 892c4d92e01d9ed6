import { endpoint, json } from '../../../api/http/endpoint.ts';
import { onReadableModel } from '../access.ts';
import { changesetNotFound, elementNotFound, invalidModels, notReady } from '../errors.ts';
import { checkElements } from './filter.ts';
import { listElements } from './list.ts';
import { getElement, getTree } from './read.ts';
import { elementList, elementsQuery, ofChangeset, oneElement, oneTree } from './schema.ts';

export const elementEndpoints = [
  endpoint({
    id: 'models.getElements',
    method: 'GET',
    path: '/models/{modelId}/elements',
    title: 'Get elements',
    description:
      'Every product of the file by id. `$filter` and `$select` name the members of the answer, `$search` looks in name, tag and GlobalId. A page that would need too many steps to be found ends before it is full; `next` goes on.',
    access: onReadableModel,
    query: elementsQuery,
    invalid: invalidModels,
    check: checkElements,
    answers: { 200: json(elementList, 'A page.') },
    errors: [changesetNotFound, notReady],
    run: ({ target, query }, context) => listElements(target, query, context),
  }),

  endpoint({
    id: 'models.getElement',
    method: 'GET',
    path: '/models/{modelId}/elements/{elementId}',
    title: 'Get element',
    description: 'By its id in the model or its GlobalId, with all properties.',
    access: onReadableModel,
    query: ofChangeset,
    invalid: invalidModels,
    answers: { 200: json(oneElement, 'The element.') },
    errors: [changesetNotFound, elementNotFound, notReady],
    run: ({ target, params, query }, context) => getElement(target, params.elementId, query.changesetId, context),
  }),

  endpoint({
    id: 'models.getTree',
    method: 'GET',
    path: '/models/{modelId}/tree',
    title: 'Get spatial structure',
    access: onReadableModel,
    query: ofChangeset,
    invalid: invalidModels,
    answers: { 200: json(oneTree, 'Sites, buildings, storeys and spaces.') },
    errors: [changesetNotFound, notReady],
    run: ({ target, query }, context) => getTree(target, query.changesetId, context),
  }),
];
