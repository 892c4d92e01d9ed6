import {
  anyType,
  type Endpoint,
  empty,
  endpoint,
  json,
  noContent,
  reply,
  streamedBody,
} from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { onAskedTwin } from '../access.ts';
import { epdInUse, epdNotFound } from '../errors.ts';
import { onOwned } from '../reach.ts';
import { findEpd, isEpdInUse, removeEpd } from '../store/epds.ts';
import { prefix } from '../tools.ts';
import { chooseScenarios, invalidChoices } from './choose.ts';
import { importEpds, invalidImport } from './import.ts';
import { getEpds, invalidEpds } from './list.ts';
import { epdChoices, epdList, epdsQuery, importedEpds, importQuery, oneEpd } from './schema.ts';
import { epdEmails, epdView } from './view.ts';

const onEpd = (intent: 'read' | 'change') =>
  onOwned((db, { epdId }: { readonly epdId: string }) => findEpd(db, epdId), epdNotFound, intent);
const place = { area: 'carbon-calculation', container: 'imports' };

/** Environmental product declarations of a twin, or of an Account for all its twins. */
export const epdEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'carbonCalculation.importEpds',
    method: 'POST',
    path: `${prefix}/epds`,
    title: 'Import declarations',
    description:
      'The body is the file: openEPD, ILCD+EPD (XML, zip or JSON) or CSV, told by its content, at most 50 MB. Faulty declarations are refused with the reason, the others imported. What is imported again is answered as it is.',
    access: onAskedTwin,
    query: importQuery,
    body: streamedBody(place, anyType, 50 * 2 ** 20),
    invalid: invalidImport,
    answers: { 200: json(importedEpds, 'What was imported, and what was not.') },
    run: ({ target, query, body }, context) => importEpds(target, query, body, context),
  }),

  endpoint({
    id: 'carbonCalculation.getEpds',
    method: 'GET',
    path: `${prefix}/epds`,
    title: 'Get declarations',
    description: 'Of a twin and its Account.',
    access: onAskedTwin,
    query: epdsQuery,
    invalid: invalidEpds,
    answers: { 200: json(epdList, 'By name.') },
    run: ({ target, query }, context) => getEpds(target, query, context),
  }),

  endpoint({
    id: 'carbonCalculation.getEpd',
    method: 'GET',
    path: `${prefix}/epds/{epdId}`,
    title: 'Get declaration',
    access: onEpd('read'),
    answers: { 200: json(oneEpd, 'With its figures.') },
    async run({ target: { resource } }, context) {
      return reply(200, { epd: epdView(resource, await epdEmails([resource], context)) });
    },
  }),

  endpoint({
    id: 'carbonCalculation.chooseScenarios',
    method: 'PUT',
    path: `${prefix}/epds/{epdId}/scenarios`,
    title: 'Choose scenarios',
    description:
      'The scenarios that count of modules that have several and no default; a module without a choice does not count. The choice holds for the same data set when it is imported again.',
    access: onEpd('change'),
    body: epdChoices,
    invalid: invalidChoices,
    answers: { 200: json(oneEpd, 'The declaration with the figures that count now.') },
    run: ({ target: { resource }, body }, context) => chooseScenarios(resource, body, context),
  }),

  endpoint({
    id: 'carbonCalculation.deleteEpd',
    method: 'DELETE',
    path: `${prefix}/epds/{epdId}`,
    title: 'Delete declaration',
    description: 'Not while a reviewed mapping names it.',
    access: onEpd('change'),
    answers: { 204: empty('It is gone.') },
    errors: [epdInUse],
    async run({ target: { resource } }, { write }) {
      const outcome = await write(async (tx) =>
        (await isEpdInUse(tx, resource.id)) ? fail(epdInUse) : removeEpd(tx, resource.id),
      );
      return isFailed(outcome) ? outcome : noContent;
    },
  }),
];
