import { nothingArchived } from '../../api/archive/kind.ts';
import type { Area, Kit } from '../../api/area.ts';
import type { RequestLog } from '../../kernel/request-log/request-log.ts';
import { bodyEndpoints, requestEndpoints, tailEndpoint } from './endpoints.ts';
import { tailsOf } from './tail/tail.ts';

/** What applications have done: every call of an operation, for those who made it and those who answer for it. */
export function observabilityArea({ now }: Kit, log: RequestLog): Area {
  const tails = tailsOf(log, now);
  return {
    name: 'observability',
    apis: [
      {
        name: 'observability',
        title: 'Observability',
        version: 1,
        prefix: '/observability',
        description: 'What an application has just done: its requests, why they were refused, and how long they took.',
        endpoints: [...requestEndpoints(log), tailEndpoint(tails), ...bodyEndpoints(log)],
        changelog: [{ date: '2026-11-27', text: 'First edition.' }],
      },
    ],
    archive: nothingArchived,
    migrations: [],
    stopping: tails.end,
  };
}
