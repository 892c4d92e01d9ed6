import { type Endpoint, endpoint, json } from '../../../api/http/endpoint.ts';
import { onInference, read } from '../access.ts';
import { inferenceNotFound, invalidCorrections } from '../errors.ts';
import { correctionList, correctionsPath, correctionsQuery, getCorrections } from './list.ts';

/** Own call: who said what in reviews. */
export const correctionEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'pnid.getCorrections',
    method: 'GET',
    path: correctionsPath,
    title: 'Get Inference Corrections',
    description:
      'Who corrected what on a sheet, and when: of each region and link what was said last, the newest first. It outlives the run, as reviews do.',
    access: onInference(inferenceNotFound, read),
    query: correctionsQuery,
    invalid: invalidCorrections,
    answers: { 200: json(correctionList, 'None of a sheet that nobody reviewed.') },
    run: ({ target, query }, context) => getCorrections(target.resource, query, context),
  }),
];
