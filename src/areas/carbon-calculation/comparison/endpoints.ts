import { type Endpoint, endpoint, json } from '../../../api/http/endpoint.ts';
import { onAskedTwin } from '../access.ts';
import { jobNotFound, noResult } from '../errors.ts';
import { prefix } from '../tools.ts';
import { compareJobs, invalidComparison } from './compare.ts';
import { comparisonQuery, oneComparison } from './schema.ts';

/** Two results beside each other. */
export const comparisonEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'carbonCalculation.compare',
    method: 'GET',
    path: `${prefix}/comparison`,
    title: 'Compare results',
    description:
      'What differs between two calculations of a twin, such as those of two versions of a model: embodied carbon by module, material, class and storey, and the elements that are new, gone or changed.',
    access: onAskedTwin,
    query: comparisonQuery,
    invalid: invalidComparison,
    answers: { 200: json(oneComparison, 'What differs, largest first.') },
    errors: [jobNotFound, noResult],
    run: ({ target, query }, context) => compareJobs(target, query, context),
  }),
];
