import assert from 'node:assert/strict';
import { eventually } from '../../../../test/support/eventually.ts';
import type { Person, Platform } from '../../../../test/support/platform.ts';

interface Told {
  readonly event: string;
  readonly id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what the server sends
  readonly data: any;
}

/** Reads a stream until it is stopped. */
export async function tailOf(p: Platform, who: Person, query = '', headers: Record<string, string> = {}) {
  const stop = new AbortController();
  const response = await fetch(`${p.address}/observability/requests/tail${query}`, {
    headers: { Authorization: `Bearer ${who.token}`, ...headers },
    signal: stop.signal,
  });
  const told: Told[] = [];
  const read = async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const lines = new Map(
          part.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
        );
        told.push({
          event: lines.get('event') ?? '',
          id: lines.get('id'),
          data: JSON.parse(lines.get('data') ?? 'null'),
        });
      }
    }
  };
  const ended = response.status === 200 ? read().catch(() => {}) : response.text().then(() => {});
  const ids = () => told.filter(({ event }) => event === 'request').map(({ id }) => id);
  const ready = () => eventually(async () => assert.ok(told.some(({ event }) => event === 'ready')));
  return { response, told, ids, ready, ended, stop: () => stop.abort() };
}
