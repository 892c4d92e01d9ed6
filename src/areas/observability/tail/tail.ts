import { Readable } from 'node:stream';
import type { Context } from '../../../api/http/context.ts';
import type { StreamBody } from '../../../api/http/endpoint.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { EntryScope } from '../../../kernel/request-log/entry.ts';
import type { RequestLog } from '../../../kernel/request-log/request-log.ts';
import { isUuid } from '../../../std/ids.ts';
import { wakeUps } from '../../../std/wake-ups.ts';
import { filterOf } from '../request/filter.ts';
import type { FilterQuery } from '../request/schema.ts';
import { scopeOf } from '../request/scope.ts';
import { requestView } from '../request/view.ts';

/** Clients of this kind connect again, with a fresh token. */
const longestMs = 3_600_000;
const commentMs = 15_000;
/** Entries of other processes are seen within this time; those of our own as soon as they are written. */
const pollMs = 500;
const rightsMs = 10_000;
const mostOfUser = 5;
const mostReplayed = 1000;
/** A reader who is further behind loses what is older. */
const mostBehind = 5000;
const mostAtOnce = 500;

export interface Tails {
  /** The stream; undefined where the user has as many as there may be. */
  open(query: FilterQuery, lastEventId: string | undefined, context: Context): StreamBody | undefined;
  /** Ends all streams, because the server stops. */
  end(): void;
}

/** Streams of entries as they arrive in the log. `now` in milliseconds since 1970. */
export function tailsOf(log: RequestLog, now: () => number = Date.now): Tails {
  const stopping = new AbortController();
  const open = new Map<string, number>();
  return {
    open(query, lastEventId, context) {
      const { userId } = context.caller;
      const count = open.get(userId) ?? 0;
      if (count >= mostOfUser) return undefined;
      open.set(userId, count + 1);
      const stream = Readable.from(tail(log, { query, lastEventId, context, now, stopping: stopping.signal }));
      stream.once('close', () => {
        const left = (open.get(userId) ?? 1) - 1;
        if (left > 0) open.set(userId, left);
        else open.delete(userId);
      });
      return { stream, type: 'text/event-stream; charset=utf-8' };
    },
    end: () => stopping.abort(),
  };
}

interface Tailing {
  readonly query: FilterQuery;
  readonly lastEventId: string | undefined;
  readonly context: Context;
  readonly now: () => number;
  readonly stopping: AbortSignal;
}

async function* tail(log: RequestLog, { query, lastEventId, context, now, stopping }: Tailing): AsyncGenerator<string> {
  const filter = filterOf(query, context.caller.userId);
  const news = wakeUps(log.onWritten, pollMs, stopping);
  const rights = rightsOf(context, now);
  const end = now() + longestMs;
  let nextComment = now() + commentMs;
  try {
    let scope = await rights();
    let after = await log.lastSequence();
    if (scope && lastEventId !== undefined) yield* replay(log, { filter, scope }, lastEventId, after);
    yield 'event: ready\ndata: {}\n\n';
    while (scope !== undefined && now() < end && !stopping.aborted) {
      const last = await log.lastSequence();
      if (last - after > mostBehind) {
        yield `event: dropped\ndata: ${JSON.stringify({ count: last - after - mostBehind })}\n\n`;
        after = last - mostBehind;
      }
      const found = last > after ? await log.arrivals({ filter, scope, after, upTo: last }, mostAtOnce) : [];
      yield* found.map((entry) => eventOf(requestView(entry, scope as EntryScope)));
      after = found.length < mostAtOnce ? last : (found.at(-1)?.sequence ?? last);
      if (now() >= nextComment) {
        nextComment = now() + commentMs;
        yield ': still here\n\n';
      }
      if (found.length < mostAtOnce) await news.next();
      scope = await rights();
    }
    if (!stopping.aborted) yield 'event: end\ndata: {}\n\n';
  } finally {
    news.stop();
  }
}

/** What came after an entry that was sent before, as far as it is kept. */
async function* replay(
  log: RequestLog,
  asked: Parameters<RequestLog['list']>[0],
  id: string,
  upTo: number,
): AsyncGenerator<string> {
  const known = isUuid(id) ? await log.find(id.toLowerCase(), asked.scope) : undefined;
  if (known === undefined) return;
  const found = await log.list({ ...asked, after: known.sequence, upTo }, mostReplayed);
  for (const entry of found.sort((a, b) => a.sequence - b.sequence)) yield eventOf(requestView(entry, asked.scope));
}

const eventOf = (view: ReturnType<typeof requestView>): string =>
  `event: request\nid: ${view.id}\ndata: ${JSON.stringify(view)}\n\n`;

/** The rights of the caller, asked again each 10 s; undefined once they are disabled or gone. */
function rightsOf({ ports, db, caller }: Context, now: () => number): () => Promise<EntryScope | undefined> {
  let known: EntryScope | undefined;
  let until = 0;
  return async () => {
    if (now() < until) return known;
    until = now() + rightsMs;
    const current = await ports.people.callerOf(db, caller.userId, caller.clientId);
    known = current && (await scopeOf(ports as Pick<Ports, 'people'>, db, current));
    return known;
  };
}
