import { anyCaller } from '../../api/auth/access-rules.ts';
import { bytes, empty, endpoint, json, reply } from '../../api/http/endpoint.ts';
import { fail } from '../../api/http/problem.ts';
import type { RequestLog } from '../../kernel/request-log/request-log.ts';
import { anyText, dateTime, input, integer, line, nullable, optional, output } from '../../kernel/schema/shapes.ts';
import { forgetBodies, keepBodies, managed, readBodies } from './bodies/switch.ts';
import { invalidBodies, invalidRequestLog, requestNotFound } from './errors.ts';
import { filterFaults } from './request/filter.ts';
import { getRequest, listRequests } from './request/list.ts';
import { filterQuery, requestAnswer, requestExample, requestsAnswer, requestsQuery } from './request/schema.ts';
import { summaryAnswer } from './summary/schema.ts';
import { summarize } from './summary/summarize.ts';
import type { Tails } from './tail/tail.ts';

const seen =
  'The own requests, those of the users of an organization that the caller administers, and, limited, those of applications that the caller manages.';

const parameterFault = () => ({ code: 'InvalidParameter' });

/** Reading the log of requests. */
export const requestEndpoints = (log: RequestLog) => [
  endpoint({
    id: 'observability.getRequests',
    items: 'requests',
    method: 'GET',
    path: '/observability/requests',
    title: 'Get requests',
    description: `${seen} The newest first. Filters are joined by and; lists are comma separated.`,
    access: anyCaller,
    query: requestsQuery,
    invalid: invalidRequestLog,
    describe: parameterFault,
    check: filterFaults,
    answers: {
      200: json(requestsAnswer, 'One page of requests.', {
        requests: [requestExample],
        retention: { hours: 72, oldestDateTime: '2026-11-24T08:30:00.000Z', dropped: 0 },
        _links: { self: { href: 'https://api.example.com/observability/requests?%24top=50' } },
      }),
    },
    run: ({ query }, context) => listRequests(query, context, log),
  }),

  endpoint({
    id: 'observability.getRequestSummary',
    method: 'GET',
    path: '/observability/requests/summary',
    title: 'Get request summary',
    description: `${seen} Counted by operation, code, hour and application; without \`from\` of the last 24 hours.`,
    access: anyCaller,
    query: filterQuery,
    invalid: invalidRequestLog,
    describe: parameterFault,
    check: filterFaults,
    answers: { 200: json(summaryAnswer, 'The summary.') },
    run: ({ query }, context) => summarize(query, context, log),
  }),

  endpoint({
    id: 'observability.getRequest',
    method: 'GET',
    path: '/observability/requests/{requestId}',
    title: 'Get request',
    description:
      'One request with its bodies, where they were kept, the command that repeats it, and what its code means.',
    access: anyCaller,
    answers: { 200: json(requestAnswer, 'The request.') },
    errors: [requestNotFound],
    run: ({ params }, context) => getRequest(params.requestId, context, log),
  }),
];

/** Seeing requests as they arrive. */
export const tailEndpoint = (tails: Tails) =>
  endpoint({
    id: 'observability.tailRequests',
    method: 'GET',
    path: '/observability/requests/tail',
    title: 'Tail requests',
    description: `${seen} Server-sent events: \`ready\`, then a \`request\` for each that arrives in the log, \`dropped\` where the reader is too slow, \`end\` after an hour; a comment every 15 s. With the header Last-Event-ID what came after that request is sent first, at most 1,000.`,
    access: anyCaller,
    changes: 'nothing',
    query: filterQuery,
    headers: input({ 'Last-Event-ID': optional(line({ max: 200 })) }),
    invalid: invalidRequestLog,
    describe: parameterFault,
    check: filterFaults,
    answers: { 200: bytes(['text/event-stream'], 'The stream.') },
    head: false,
    async run({ query, headers }, context) {
      const stream = tails.open(query, headers['Last-Event-ID'], context);
      if (stream !== undefined) return reply(200, stream, { headers: { 'X-Accel-Buffering': 'no' } });
      const message = 'There may be 5 streams of a user at a time.';
      return fail(invalidRequestLog, { details: [{ code: 'ResourceQuotaExceeded', message, target: 'tail' }] });
    },
  });

const bodiesAnswer = output(
  { bodies: output({ clientId: anyText(), until: nullable(dateTime('Null: bodies are not kept.')) }, 'KeptBodies') },
  'KeptBodiesResponse',
);
const bodiesPath = '/observability/applications/{clientId}/bodies';

/** Keeping the bodies of the requests of an application for a while. */
export const bodyEndpoints = (log: RequestLog) => [
  endpoint({
    id: 'observability.getBodies',
    method: 'GET',
    path: bodiesPath,
    title: 'Get kept bodies',
    access: managed,
    answers: { 200: json(bodiesAnswer, 'Until when bodies are kept.') },
    run: ({ target }, context) => readBodies(target, context, log),
  }),

  endpoint({
    id: 'observability.keepBodies',
    method: 'PUT',
    path: bodiesPath,
    title: 'Keep bodies',
    description:
      'Keeps the JSON bodies of all requests of an application from now on, redacted, at most 16 KiB each. It ends by itself.',
    access: managed,
    body: input({ minutes: integer({ minimum: 1, maximum: 60 }) }, 'KeepBodies'),
    invalid: invalidBodies,
    answers: { 200: json(bodiesAnswer, 'Until when bodies are kept.') },
    run: ({ target, body }, context) => keepBodies(target, body.minutes, context, log),
  }),

  endpoint({
    id: 'observability.forgetBodies',
    method: 'DELETE',
    path: bodiesPath,
    title: 'Forget bodies',
    description: 'Keeps no more bodies of an application, and removes those that are kept.',
    access: managed,
    answers: { 204: empty('No body is kept any more.') },
    run: ({ target }, context) => forgetBodies(target, context, log),
  }),
];
