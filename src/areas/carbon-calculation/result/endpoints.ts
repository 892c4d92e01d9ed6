import { type Endpoint, endpoint, json } from '../../../api/http/endpoint.ts';
import { onAskedTwin } from '../access.ts';
import { prefix } from '../tools.ts';
import { getResults, invalidResults } from './list.ts';
import { resultList, resultsQuery } from './schema.ts';

/** What was calculated in a twin. */
export const resultEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'carbonCalculation.getResults',
    method: 'GET',
    path: `${prefix}/results`,
    title: 'Get results',
    description: 'The calculations of a twin with both tools, those under way, too. They are kept for 90 days.',
    access: onAskedTwin,
    query: resultsQuery,
    invalid: invalidResults,
    answers: { 200: json(resultList, 'Newest first.') },
    run: ({ target, query }, context) => getResults(target, query, context),
  }),
];
