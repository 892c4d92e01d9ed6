import { useEffect, useState } from 'react';
import { eventsOf } from '../platform/event-stream.ts';
import { type Entry, queryOf } from './queries.ts';
import type { Filters } from './search.ts';

const mostKept = 500;
const againMs = 5000;

/** Requests that have arrived since the page was opened, the newest first; none while it is paused. */
export function useArrivals(filters: Filters, paused: boolean): readonly Entry[] {
  const [arrived, setArrived] = useState<readonly Entry[]>([]);
  const search = JSON.stringify(filters);
  useEffect(() => {
    setArrived([]);
    if (paused) return;
    const stop = new AbortController();
    const add = (entry: Entry) => setArrived((before) => [entry, ...before].slice(0, mostKept));
    void followAll(JSON.parse(search), add, stop.signal);
    return () => stop.abort();
  }, [search, paused]);
  return arrived;
}

/** Goes on after a broken connection from where it was. */
async function followAll(filters: Filters, onEntry: (entry: Entry) => void, signal: AbortSignal): Promise<void> {
  const query = new URLSearchParams(
    Object.entries(queryOf(filters)).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  let last: string | undefined;
  while (!signal.aborted) {
    try {
      for await (const { event, id, data } of eventsOf(`/observability/requests/tail?${query}`, signal, last)) {
        if (event !== 'request') continue;
        last = id;
        onEntry(JSON.parse(data));
      }
    } catch {
      // the list stays as it is, and the stream is tried again
    }
    if (!signal.aborted) await new Promise((done) => setTimeout(done, againMs));
  }
}
