import { inTwin } from '../../../api/auth/access-rules.ts';
import { type Endpoint, empty, endpoint, json, noContent, reply } from '../../../api/http/endpoint.ts';
import { isFailed, problems } from '../../../api/http/problem.ts';
import { onTwinWith, timers } from '../access.ts';
import { describeBody } from '../body-faults.ts';
import {
  invalidCreateTimer,
  invalidTimer,
  invalidTimers,
  timerExists,
  timerNotFound,
  timersNotFound,
} from '../errors.ts';
import { timerParams, twinParams } from '../params.ts';
import type { PackageRegistry } from '../registry.ts';
import { runList, runsQuery, schedule, timer, timerCreate, timerList } from '../schema/timer.ts';
import { checkTimer, createTimer, removeTimer, timerView, toggleTimer } from './create.ts';
import { listRuns, readSchedule } from './runs.ts';
import { findTimer, timersOf } from './store.ts';

const path = '/federation/twins/{twinId}/timers';
const describe = describeBody({ PackageUniqueName: 'Package Unique Name', CronStr: 'Cronos Expression' });

const onTimer = inTwin(
  onTwinWith(timerNotFound, timers),
  async (db, { twin }, { timerId }: { readonly twinId: string; readonly timerId: string }) => {
    const row = await findTimer(db, timerId);
    return row?.twin_id === twin.id ? row : undefined;
  },
  timerNotFound,
);

const one = { params: timerParams, invalid: invalidTimer, describe, access: onTimer } as const;

/** Timers: executions of packages by a schedule, with their runs. */
export const timerEndpoints = (book: PackageRegistry): readonly Endpoint[] => [...ofTwin(book), ...ofTimer(book)];

const ofTwin = (book: PackageRegistry): readonly Endpoint[] => [
  endpoint({
    id: 'federation.getTimers',
    method: 'GET',
    path,
    title: 'Get list of timers',
    access: onTwinWith(timersNotFound, timers),
    params: twinParams,
    invalid: invalidTimers,
    describe,
    answers: { 200: json(timerList, 'By name.') },
    run: async ({ target }, { db }) => reply(200, { timers: (await timersOf(db, target.twin.id)).map(timerView) }),
  }),
  endpoint({
    id: 'federation.getSchedule',
    method: 'GET',
    path: '/federation/twins/{twinId}/schedule',
    title: 'Get schedule of timers',
    description: 'When each timer of the twin runs next, as whom, and how it ended last; in the order of the timers.',
    access: onTwinWith(timersNotFound, timers),
    params: twinParams,
    invalid: invalidTimers,
    describe,
    answers: { 200: json(schedule, 'An entry for each timer.') },
    run: ({ target }, context) => readSchedule(target, context),
  }),
  endpoint({
    id: 'federation.createTimer',
    method: 'POST',
    path,
    title: 'Create Timer',
    description:
      'It executes the package as its creator, with the rights that they have then. The schedule has 5 fields (minute, hour, day of month, month, day of week), with seconds in front 6, with a year at the end 7; in UTC. Where day of month and day of week are both given, both must match.',
    access: onTwinWith(problems.resourceNotFound, timers),
    params: twinParams,
    body: timerCreate,
    bodyExample: { packageUniqueName: 'TWIN_MODELS', cronStr: '0 0 * * 6,0' },
    invalid: invalidCreateTimer,
    describe,
    check: checkTimer(book),
    answers: { 201: json(timer, 'The timer.') },
    errors: [timerExists],
    run: ({ target, body }, context) => createTimer(target, body, context),
  }),
];

const ofTimer = (book: PackageRegistry): readonly Endpoint[] => [
  endpoint({
    ...one,
    id: 'federation.getTimer',
    method: 'GET',
    path: `${path}/{timerId}`,
    title: 'Get timer',
    answers: { 200: json(timer, 'The timer.') },
    run: async ({ target }) => reply(200, timerView(target.resource)),
  }),
  endpoint({
    ...one,
    id: 'federation.toggleTimer',
    method: 'PATCH',
    path: `${path}/{timerId}/toggle`,
    title: 'Toggle timer',
    description: 'Switches it off or on. What was missed while it was off is not caught up.',
    answers: { 200: json(timer, 'The timer after the change.') },
    run: ({ target }, context) => toggleTimer(target.resource, context),
  }),
  endpoint({
    ...one,
    id: 'federation.deleteTimer',
    method: 'DELETE',
    path: `${path}/{timerId}`,
    title: 'Delete Timer',
    description: 'With its runs and their results; one under way is cancelled.',
    answers: { 204: empty('It is gone.') },
    async run({ target }, context) {
      const outcome = await removeTimer(target.resource, context);
      return isFailed(outcome) ? outcome : noContent;
    },
  }),
  endpoint({
    ...one,
    id: 'federation.getTimerRuns',
    method: 'GET',
    path: `${path}/{timerId}/runs`,
    title: 'Get runs of timer',
    description: 'Newest first. Results are kept of the last 10 successful runs, for who may execute the package.',
    query: runsQuery,
    secret: true,
    answers: { 200: json(runList, 'A page of runs.') },
    run: ({ target, query }, context) => listRuns(book, target.resource, target.access, query, context),
  }),
];
