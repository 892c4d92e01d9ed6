import { type Static, Type } from 'typebox';
import {
  anyText,
  arrayOf,
  boolean,
  csv,
  dateTime,
  instant,
  integer,
  line,
  link,
  nullable,
  number,
  oneOf,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';

const modes = ['Production', 'Test'] as const;

export const body = output(
  {
    json: Type.Unsafe<unknown>({ description: 'Without secrets; null where there is none.' }),
    text: nullable(anyText('Why there is no JSON, or not all of it.')),
    bytes: integer({ description: 'As it was sent.' }),
    truncated: boolean(),
  },
  'RequestBody',
);

const rateLimit = output(
  { limit: integer(), used: integer(), window: oneOf(['minute', 'hour']), tier: anyText() },
  'RequestRateLimit',
);
const fault = output({ rule: anyText(), kind: oneOf(['error', 'latency', 'drop']) }, 'RequestFault');

const members = {
  id: uuid('As the header X-Request-Id of its answer; it begins with the time.'),
  dateTime: dateTime('When it arrived.'),
  operationId: nullable(anyText('Null for an unknown operation or version.')),
  api: nullable(anyText('As in the definitions.')),
  apiVersion: nullable(integer()),
  method: anyText('HEAD counts as GET.'),
  path: anyText('As it was called, without the query; of a limited entry that of the operation.'),
  query: nullable(anyText('Without secrets.')),
  status: nullable(integer({ description: 'Null: the connection ended before an answer.' })),
  code: nullable(anyText('Of the error.')),
  message: nullable(anyText()),
  target: nullable(anyText()),
  details: arrayOf(output({ code: anyText(), target: nullable(anyText()) }, 'RequestDetail')),
  durationMs: number({ description: 'To the last byte that was handed to the socket.' }),
  requestBytes: integer(),
  responseBytes: integer({ description: 'Of the body as it was sent, after compression.' }),
  userId: nullable(uuid()),
  clientId: anyText(),
  mode: oneOf(modes),
  twinId: nullable(anyText('The first twin in which rights were asked.')),
  address: nullable(anyText()),
  userAgent: nullable(anyText()),
  correlationId: anyText('Chosen by the caller, or made by the server.'),
  traceId: nullable(anyText('Where the request was traced.')),
  idempotencyKey: boolean('Whether it had one.'),
  retryOf: nullable(uuid('The first kept request of the same caller with the same Idempotency-Key.')),
  rateLimit: nullable(rateLimit),
  fault: nullable(fault),
  jobs: arrayOf(uuid('Put into the queue by it.')),
  events: arrayOf(output({ eventType: anyText(), twinId: anyText() }, 'RequestEvent')),
  sampled: integer({ minimum: 1, description: 'Stands for so many requests.' }),
  bodies: boolean('Whether bodies are kept; they are in the answer of one request.'),
  limited: boolean('It belongs to somebody else: only what your application asked for is shown.'),
};

/** An entry as lists have it. */
export const request = output(members, 'Request');

export const wholeRequest = output(
  {
    ...members,
    curl: optional(anyText('A command for a POSIX shell that asks the same again, with a token in TWIN_TOKEN.')),
    requestBody: optional(nullable(body)),
    responseBody: optional(nullable(body)),
    meaning: optional(nullable(anyText('What the code says, and what to do; null for successes.'))),
  },
  'RequestWithBodies',
);

const retention = output(
  {
    hours: integer(),
    oldestDateTime: nullable(dateTime()),
    dropped: integer({ description: 'Entries that this process has lost since its start.' }),
  },
  'RequestRetention',
);

export const requestsAnswer = output(
  { requests: arrayOf(request), retention, _links: output({ self: link, next: optional(link) }) },
  'RequestsResponse',
);
export const requestAnswer = output({ request: wholeRequest }, 'RequestResponse');

const texts = (description: string) =>
  optional(Type.Unsafe<string[]>({ ...csv(line({ min: 1, max: 200 })), maxItems: 50, description }));

/** Filters of list, summary and tail. */
export const filters = {
  from: optional(instant('Requests that arrived then or later.')),
  to: optional(instant('Requests that arrived before.')),
  operationId: texts('Such as `storage.createFolder`; this and the following are lists.'),
  api: texts('Such as `storage`.'),
  method: texts('Such as `POST`.'),
  status: texts('`404`, `4xx`, `5xx`; `none`: the connection ended before an answer.'),
  code: texts('Of errors.'),
  clientId: texts('Of applications.'),
  userId: texts('Of users; `me` is the caller.'),
  twinId: texts('Of twins.'),
  correlationId: texts('Of requests.'),
  requestId: texts('Of requests, as in X-Request-Id.'),
  mode: texts('`Production` or `Test`.'),
  path: optional(line({ min: 1, max: 200, description: 'A part of the path, in any case.' })),
  minMs: optional(number({ minimum: 0, description: 'Requests that took so many milliseconds or longer.' })),
  fault: optional(boolean('Whether a fault was forced.')),
  jobId: texts('Of jobs that a request has put into the queue.'),
};

export const filterQuery = Type.Object(filters);
export type FilterQuery = Static<typeof filterQuery>;

export const requestsQuery = Type.Object({
  ...filters,
  $top: optional(integer({ minimum: 1, maximum: 1000, description: 'Items in one page, at most 1000.' })),
  continuationToken: optional(Type.String({ maxLength: 2000 })),
});

export const requestExample: Static<typeof request> = {
  id: '019ac4f2-7c31-7d3e-9a55-0d5a1f3b7c21',
  dateTime: '2026-11-27T08:30:00.049Z',
  operationId: 'storage.createFolder',
  api: 'storage',
  apiVersion: 1,
  method: 'POST',
  path: '/storage/folders/ICQDyZxRyEKXXQ/folders',
  query: null,
  status: 409,
  code: 'FolderAlreadyExists',
  message: 'Folder with the same name already exists.',
  target: null,
  details: [],
  durationMs: 4.2,
  requestBytes: 24,
  responseBytes: 104,
  userId: '7f1d6e0c-8a5c-4b1e-9f0e-0b6c1a2d3e4f',
  clientId: 'service-6c1a2d3e4f',
  mode: 'Production',
  twinId: '806b19d5-c037-48a4-aa98-e297c81453f1',
  address: '203.0.113.7',
  userAgent: 'curl/8.9.0',
  correlationId: 'b8a1c5de-6a1f-4a52-8d7e-2c9f0e1d3b4a',
  traceId: null,
  idempotencyKey: false,
  retryOf: null,
  rateLimit: { limit: 5000, used: 17, window: 'minute', tier: 'Standard' },
  fault: null,
  jobs: [],
  events: [],
  sampled: 1,
  bodies: false,
  limited: false,
};
