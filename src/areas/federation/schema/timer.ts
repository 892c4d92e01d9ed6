import type { Static } from 'typebox';
import {
  anyText,
  arrayOf,
  boolean,
  dateTime,
  input,
  integer,
  line,
  link,
  nullable,
  oneOf,
  optional,
  output,
  paragraphs,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { nameForm } from '../params.ts';

export const timer = output(
  {
    id: uuid(),
    name: anyText(),
    packageUniqueName: anyText(),
    cronStr: anyText(),
    enabled: boolean(),
    parameters: nullable(arrayOf(output({ name: anyText(), value: anyText() }))),
  },
  'Timer',
);
export const timerList = output({ timers: arrayOf(timer) });

/** Variables of an execution, in a request. */
export const variables = arrayOf(input({ name: line({ min: 1, max: 64 }), value: paragraphs({ max: 4000 }) }), {
  maxItems: 50,
});

export const timerCreate = input({
  name: optional(nullable(line({ max: 150 }))),
  packageUniqueName: line({ pattern: nameForm }),
  cronStr: line({ min: 1, max: 100, examples: ['0 0 * * 6,0'] }),
  enabled: optional(boolean()),
  parameters: optional(nullable(variables)),
});
export type TimerCreate = Static<typeof timerCreate>;

export const runsQuery = input({
  $top: optional(integer({ minimum: 1, maximum: 100 })),
  continuationToken: optional(line()),
});

const states = ['Queued', 'Running', 'Succeeded', 'Failed', 'Cancelled', 'Skipped'] as const;

export const schedule = output({
  schedule: arrayOf(
    output(
      {
        timerId: uuid(),
        createdBy: uuid('As whom it executes the package.'),
        createdByName: anyText(),
        nextDateTime: nullable(dateTime('Null while it is off, and where it never runs again.')),
        lastRun: nullable(
          output({
            scheduledDateTime: dateTime(),
            endedDateTime: nullable(dateTime()),
            state: oneOf(states),
            rows: nullable(integer()),
            message: nullable(anyText()),
          }),
        ),
      },
      'ScheduledTimer',
    ),
  ),
});

export const runList = output({
  runs: arrayOf(
    output(
      {
        id: uuid(),
        scheduledDateTime: dateTime(),
        startedDateTime: nullable(dateTime()),
        endedDateTime: nullable(dateTime()),
        state: oneOf(states),
        rows: nullable(integer()),
        message: nullable(anyText()),
        jobId: nullable(anyText()),
        result: nullable(link),
      },
      'Run',
    ),
  ),
  _links: output({ self: link, next: optional(link) }),
});
