import { Type } from 'typebox';
import {
  anyText,
  arrayOf,
  boolean,
  csv,
  dateTime,
  integer,
  link,
  nullable,
  number,
  oneOf,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';

export const jobStates = ['Queued', 'Running', 'Succeeded', 'Failed', 'Cancelled'] as const;

export const job = output(
  {
    id: uuid(),
    kind: anyText('What the job does, e.g. models.import.'),
    twinId: nullable(uuid()),
    title: anyText('What a person calls it, e.g. "Import duplex.ifc, version 2".'),
    state: oneOf(jobStates),
    step: nullable(anyText('What it is doing.')),
    done: integer({ minimum: 0, description: 'Never falls within an attempt.' }),
    total: nullable(integer({ minimum: 0 })),
    unit: nullable(anyText('What done and total count.')),
    percent: nullable(number({ minimum: 0, maximum: 100, description: 'Null while the total is unknown.' })),
    message: nullable(Type.String()),
    log: arrayOf(Type.String(), { maxItems: 50 }),
    attempt: integer({ minimum: 0 }),
    maxAttempts: integer({ minimum: 1 }),
    queuePosition: nullable(integer({ minimum: 1, description: 'Among the waiting jobs of its kind.' })),
    createdBy: uuid(),
    createdDateTime: dateTime(),
    startedDateTime: nullable(dateTime()),
    endedDateTime: nullable(dateTime()),
    error: nullable(output({ code: Type.String(), message: Type.String() })),
    cancellable: boolean('Whether it can be cancelled now.'),
    retryable: boolean('Whether it can be tried again now.'),
    _links: output({ self: link, resource: nullable(link) }),
  },
  'Job',
);

export const jobAnswer = output({ job }, 'JobResponse');

export const jobsAnswer = output(
  { jobs: arrayOf(job), _links: output({ self: link, next: optional(link) }) },
  'JobsResponse',
);

export const jobsQuery = Type.Object({
  twinId: optional(Type.String({ description: "The twin's jobs; absent: the caller's own." })),
  state: optional(csv(oneOf(jobStates))),
  kind: optional(csv(Type.String({ maxLength: 100 }))),
  $top: optional(integer({ minimum: 1, maximum: 1000, description: 'Items in one page, at most 1000.' })),
  continuationToken: optional(Type.String({ maxLength: 2000 })),
});
