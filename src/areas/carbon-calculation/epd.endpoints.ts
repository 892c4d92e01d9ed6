import {
  anyType,
  type Endpoint,
  empty,
  endpoint,
  json,
  noContent,
  reply,
  streamedBody,
} from '../../kernel/http/endpoint.ts';
import { fail, isFailed } from '../../kernel/http/problem.ts';
import { onAskedTwin } from './access.ts';
import { importEpds, invalidImport } from './epd/import.ts';
import { getEpds, invalidEpds } from './epd/list.ts';
import { epdList, epdsQuery, importedEpds, importQuery, oneEpd } from './epd.schema.ts';
import { findEpd, isEpdInUse, removeEpd } from './epd.store.ts';
import { epdEmails, epdView } from './epd.view.ts';
import { epdInUse, epdNotFound } from './errors.ts';
import { onOwned } from './reach.ts';
import { prefix } from './tools.ts';

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
