import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { RequestLog } from '../../../kernel/request-log/request-log.ts';
import type { Duration, EntryGroup } from '../../../kernel/request-log/store/store.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { timeOfId } from '../../../std/time-id.ts';
import { filterOf } from '../request/filter.ts';
import type { FilterQuery } from '../request/schema.ts';
import { scopeOf } from '../request/scope.ts';
import type { summaryAnswer } from './schema.ts';

type Summary = Static<typeof summaryAnswer>['summary'];

const hourMs = 3_600_000;
const usualMs = 24 * hourMs;
const mostRows = 500;
const mostDurations = 100_000;

/** What the requests that a filter finds have in common. */
export async function summarize(query: FilterQuery, context: Context, log: RequestLog) {
  const { caller, now, ports, db } = context;
  const filter = filterOf(query, caller.userId);
  const to = Math.min(filter.to ?? now + 1, now + 1);
  const from = Math.min(Math.max(filter.from ?? now - usualMs, now - log.keptHours * hourMs), to);
  const asked = { filter: { ...filter, from, to }, scope: await scopeOf(ports, db, caller) };
  const groups = await log.groups(asked);
  const durations = await log.durations(asked, mostDurations);
  return reply(200, { summary: summaryOf(groups, durations, from, to) });
}

/** The summary of a range, from what is equal in it. */
export function summaryOf(
  groups: readonly EntryGroup[],
  durations: readonly Duration[],
  from: number,
  to: number,
): Summary {
  const percentiles = percentilesOf(durations);
  const byOperation = sums(groups, ({ operationId }) => JSON.stringify(operationId)).map(({ first, ...sum }) => ({
    operationId: first.operationId,
    count: sum.count,
    refused: sum.refused,
    ...(percentiles.get(first.operationId) ?? { p50Ms: sum.maxMs, p95Ms: sum.maxMs }),
    maxMs: sum.maxMs,
    lastDateTime: timeText(sum.lastId),
  }));
  const byCode = sums(groups.filter(isRefused), (one) => JSON.stringify([one.operationId, one.status, one.code]));
  const byClient = sums(groups, ({ clientId }) => clientId);
  return {
    from: isoTime(from),
    to: isoTime(to),
    total: sumOf(groups),
    refused: sumOf(groups.filter(isRefused)),
    byOperation: byOperation.slice(0, mostRows),
    byCode: byCode.slice(0, mostRows).map(({ first: { operationId, status, code }, count, lastId }) => ({
      operationId,
      status,
      code,
      count,
      lastDateTime: timeText(lastId),
      exampleId: lastId,
    })),
    byHour: hoursOf(groups, from, to),
    byClient: byClient.map(({ first: { clientId }, count, refused, lastId }) => ({
      clientId,
      count,
      refused,
      lastDateTime: timeText(lastId),
    })),
  };
}

const isRefused = ({ status }: EntryGroup): boolean => status === null || status >= 400;
const sumOf = (groups: readonly EntryGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);
const timeText = (id: string): string => isoTime(timeOfId(id));

interface Sum {
  readonly first: EntryGroup;
  count: number;
  refused: number;
  maxMs: number;
  lastId: string;
}

/** Sums of groups with the same key, the largest first. */
function sums(groups: readonly EntryGroup[], keyOf: (group: EntryGroup) => string): Sum[] {
  const found = new Map<string, Sum>();
  for (const group of groups) {
    const key = keyOf(group);
    const sum = found.get(key) ?? { first: group, count: 0, refused: 0, maxMs: 0, lastId: '' };
    sum.count += group.count;
    if (isRefused(group)) sum.refused += group.count;
    sum.maxMs = Math.max(sum.maxMs, group.maxMs);
    if (group.lastId > sum.lastId) sum.lastId = group.lastId;
    found.set(key, sum);
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.lastId < b.lastId ? 1 : -1));
}

/** Every hour of the range, empty ones too. */
function hoursOf(groups: readonly EntryGroup[], from: number, to: number): Summary['byHour'] {
  const all: Summary['byHour'] = [];
  const byHour = new Map(sums(groups, ({ hour }) => String(hour)).map((sum) => [sum.first.hour, sum]));
  for (let hour = Math.floor(from / hourMs); hour * hourMs < to; hour++) {
    const { count = 0, refused = 0 } = byHour.get(hour) ?? {};
    all.push({ dateTime: isoTime(hour * hourMs), count, refused });
  }
  return all;
}

/** Half of the requests of an operation, and 95 of 100, took no longer: the nearest rank. */
function percentilesOf(durations: readonly Duration[]): Map<string | null, { p50Ms: number; p95Ms: number }> {
  const byOperation = Map.groupBy(durations, ({ operationId }) => operationId);
  return new Map(
    [...byOperation].map(([operationId, all]) => {
      const sorted = all.toSorted((a, b) => a.durationMs - b.durationMs);
      return [operationId, { p50Ms: atRank(sorted, 0.5), p95Ms: atRank(sorted, 0.95) }];
    }),
  );
}

function atRank(sorted: readonly Duration[], part: number): number {
  const rank = part * sorted.reduce((sum, { sampled }) => sum + sampled, 0);
  let passed = 0;
  for (const { durationMs, sampled } of sorted) {
    passed += sampled;
    if (passed >= rank) return durationMs;
  }
  return sorted.at(-1)?.durationMs ?? 0;
}
