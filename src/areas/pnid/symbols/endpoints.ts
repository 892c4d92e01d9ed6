import { anyCaller } from '../../../api/auth/access-rules.ts';
import { type Endpoint, empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { onAskedTwin, onSet, prefix, read, write } from '../access.ts';
import { invalidSet, invalidSetList, setInUse, twinNotFound } from '../errors.ts';
import { listSets, listVersions } from '../store/symbols.ts';
import { learn } from './learn.ts';
import { getSet } from './read.ts';
import {
  learnRequest,
  learnt,
  oneSet,
  setCreate,
  setList,
  setQuery,
  setsQuery,
  setUpdate,
  trial,
  trialRequest,
  versionList,
} from './schema.ts';
import { tryOutSet } from './trial.ts';
import { listedSet, versionView } from './view.ts';
import { createSet, deleteSet, replaceSet } from './write.ts';

const sets = `${prefix}/symbolsets` as const;
const largest = 8 * 2 ** 20;

/** Own calls: which symbols are looked for (pnid.md section 1.4). */
export const symbolEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'pnid.getSymbolSets',
    method: 'GET',
    path: sets,
    title: 'Get twin Symbol Sets',
    access: onAskedTwin,
    query: setsQuery,
    invalid: invalidSetList,
    answers: { 200: json(setList, 'The basic set, then those of the twin by name; without their symbols.') },
    async run({ target }, { db, baseUrl }) {
      const symbolSets = (await listSets(db, target.twin.id)).map(listedSet);
      return reply(200, { symbolSets, _links: { self: { href: `${baseUrl}${sets}?twinId=${target.twin.id}` } } });
    },
  }),

  endpoint({
    id: 'pnid.createSymbolSet',
    method: 'POST',
    path: sets,
    title: 'Create Symbol Set',
    description: 'What is left out is as in the basic set: a name alone makes a copy of it.',
    access: anyCaller,
    changes: 'inTwin',
    body: setCreate,
    maxBody: largest,
    bodyExample: { twinId: '38d8faae-3e78-4d4a-b1ea-69a0f4a1a7e2', displayName: 'Refinery' },
    invalid: invalidSet,
    answers: { 201: json(oneSet, 'The set.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ body }, context) => createSet(body, context),
  }),

  endpoint({
    id: 'pnid.getSymbolSet',
    method: 'GET',
    path: `${sets}/{setId}`,
    title: 'Get Symbol Set',
    access: onSet(read),
    query: setQuery,
    invalid: invalidSetList,
    answers: { 200: json(oneSet, 'The set with its symbols.') },
    run: ({ target, query }, context) => getSet(target, query.version, context),
  }),

  endpoint({
    id: 'pnid.getSymbolSetVersions',
    method: 'GET',
    path: `${sets}/{setId}/versions`,
    title: 'Get Symbol Set Versions',
    description: 'The present one and up to 50 before it; each can be read whole.',
    access: onSet(read),
    answers: { 200: json(versionList, 'The present one first.') },
    async run({ target }, { db, baseUrl }) {
      const versions = (await listVersions(db, target)).map(versionView);
      return reply(200, { versions, _links: { self: { href: `${baseUrl}${sets}/${target.id}/versions` } } });
    },
  }),

  endpoint({
    id: 'pnid.updateSymbolSet',
    method: 'PUT',
    path: `${sets}/{setId}`,
    title: 'Update Symbol Set',
    description: 'The whole set; later runs take it. What is built in cannot be changed.',
    access: onSet(write),
    body: setUpdate,
    maxBody: largest,
    bodyExample: { displayName: 'Refinery' },
    invalid: invalidSet,
    version: ({ version }) => version,
    answers: { 200: json(oneSet, 'The set, in its next version.') },
    errors: [setInUse],
    run: ({ target, body }, context) => replaceSet(target, body, context),
  }),

  endpoint({
    id: 'pnid.deleteSymbolSet',
    method: 'DELETE',
    path: `${sets}/{setId}`,
    title: 'Delete Symbol Set',
    description: 'What was found with it stays; an inference that names it cannot be run again.',
    access: onSet(write),
    answers: { 204: empty('The set is gone.') },
    errors: [setInUse],
    run: ({ target }, context) => deleteSet(target, context),
  }),

  endpoint({
    id: 'pnid.learnSymbols',
    method: 'POST',
    path: `${sets}/{setId}/learn`,
    title: 'Learn Symbols',
    description:
      'Takes the lines inside of approved regions of a vector sheet into the set, as symbols of their classes; pipes that reach a region become ports.',
    access: onSet(write),
    body: learnRequest,
    invalid: invalidSet,
    answers: { 200: json(learnt, 'The set, what was added to it, and why other regions were not.') },
    errors: [setInUse],
    run: ({ target, body }, context) => learn(target, body, context),
  }),

  endpoint({
    id: 'pnid.tryOutSymbolSet',
    method: 'POST',
    path: `${sets}/{setId}/trial`,
    title: 'Try out Symbol Set',
    description:
      'Reads a reviewed sheet with this set, or a draft of it, and with the one that its run had; nothing is changed.',
    access: onSet(write),
    body: trialRequest,
    maxBody: largest,
    invalid: invalidSet,
    answers: {
      200: json(trial, 'What each set finds of what was reviewed, and which regions become better or worse.'),
    },
    run: ({ target, body }, context) => tryOutSet(target, body, context),
  }),
];
