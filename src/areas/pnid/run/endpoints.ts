import { bytes, cached, type Endpoint, empty, endpoint, file, json, reply } from '../../../api/http/endpoint.ts';
import { tableTypes } from '../../../api/tables/table.ts';
import { onInference, onResult, onRun, prefix, read, write } from '../access.ts';
import { contentOf } from '../content.ts';
import { inferenceNotFound, invalidStart, resultNotFound, runExists, runNotFound } from '../errors.ts';
import { invalidResult, invalidTable, runInProgress } from '../result/errors.ts';
import { getResults } from '../result/list.ts';
import { reviewResult } from '../result/review.ts';
import { review } from '../result/schema.ts';
import { tableOf, tableQuery } from '../result/table.ts';
import { oneResult, oneRun, resultList } from '../schema.ts';
import { runView } from '../view.ts';
import { deleteRun } from './delete.ts';
import { startRun } from './start.ts';

export const resultTypes = ['application/json', 'application/xml', 'image/png'] as const;

export const runEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'pnid.createRun',
    method: 'POST',
    path: `${prefix}/inferences/{inferenceId}/run`,
    title: 'Create Inference Run',
    description:
      'Begins to read all sheets; no body is needed. Ask for the run, or read its job, to see how far it is.',
    access: onInference(inferenceNotFound, write),
    invalid: invalidStart,
    beginsJobs: true,
    answers: { 201: json(oneRun, 'The run, which is queued.') },
    errors: [runExists],
    run: ({ target }, context) => startRun(target.resource, context),
  }),

  endpoint({
    id: 'pnid.getRun',
    method: 'GET',
    path: `${prefix}/inferences/{inferenceId}/run`,
    title: 'Get Inference Run Status',
    access: onRun(inferenceNotFound, read),
    answers: { 200: json(oneRun, 'The run.') },
    run: async ({ target }, { now, baseUrl }) => reply(200, { run: runView(target.resource.part, now, baseUrl) }),
  }),

  endpoint({
    id: 'pnid.deleteRun',
    method: 'DELETE',
    path: `${prefix}/inferences/{inferenceId}/run`,
    title: 'Delete Inference Run',
    description:
      'With its results. A run that goes on is ended; then inputs may change and a new run may start, which has what was said in reviews of this one.',
    access: onRun(runNotFound, write),
    answers: { 204: empty('The run is gone.') },
    run: ({ target }, context) => deleteRun(target.resource.inference.id, context),
  }),

  endpoint({
    id: 'pnid.getResults',
    method: 'GET',
    path: `${prefix}/inferences/{inferenceId}/run/results`,
    title: 'Get Inference Run Results',
    description: 'Of each sheet a prediction file, its picture and a Proteus XML; of the run `metadata.json`.',
    access: onRun(inferenceNotFound, read),
    answers: { 200: json(resultList, 'By name; none before the run is completed.') },
    run: ({ target }, context) => getResults(target.resource.inference.id, context),
  }),

  endpoint({
    id: 'pnid.getResultContent',
    method: 'GET',
    path: `${prefix}/inferences/{inferenceId}/run/results/{fileId}/content`,
    title: 'Get Inference Run Result Content',
    access: onResult(resultNotFound, read),
    answers: { 200: file(resultTypes, 'The file.') },
    run: ({ target }, context) => contentOf(target.resource.part, resultNotFound, context),
  }),

  endpoint({
    id: 'pnid.reviewResult',
    method: 'PUT',
    path: `${prefix}/inferences/{inferenceId}/run/results/{fileId}/content`,
    title: 'Update Inference Run Result Content',
    description:
      'A whole prediction file, corrected: everything may change but ids and the asset. The XML of the sheet and metadata.json are written again with it.',
    access: onResult(resultNotFound, write),
    body: review,
    maxBody: 20 * 2 ** 20,
    invalid: invalidResult,
    version: ({ resource }) => resource.part.sha256,
    answers: { 200: json(oneResult, 'The result.') },
    errors: [runInProgress, resultNotFound],
    run: ({ target, body }, context) => reviewResult(target, body, context),
  }),

  endpoint({
    id: 'pnid.getTable',
    method: 'GET',
    path: `${prefix}/inferences/{inferenceId}/run/table`,
    title: 'Get Inference Run Table',
    description:
      'What the sheets show as they are reviewed: symbols with their tags, runs of pipes with their line numbers, what each line connects, or what the title block of each sheet says. A workbook has all four as sheets. In CSV an apostrophe stands before texts that spreadsheets would take for formulas.',
    access: onRun(runNotFound, read),
    query: tableQuery,
    invalid: invalidTable,
    head: false,
    answers: { 200: cached(bytes(tableTypes, 'The table.'), 'no-store') },
    errors: [runInProgress],
    run: ({ target, query }, context) => tableOf(target, query, context),
  }),
];
