import type { TestEvent } from 'node:test/reporters';
import { type Case, fileOfMarker } from './durations.ts';

/**
 * Writes a line of JSON for each case: how long it took, and in which file it is. That is the file of the marker before
 * it (groups.ts): what Node tells as the place of a test is where `it` is called, which many files share.
 */
export default async function* durations(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let file = '';
  const path: string[] = [];
  for await (const event of source) {
    if (event.type === 'test:start') {
      path.splice(event.data.nesting, Number.POSITIVE_INFINITY, event.data.name);
      file = fileOfMarker(event.data.name) ?? file;
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { nesting, details } = event.data;
    if (details.type === 'suite') continue;
    const name = path.slice(0, nesting + 1).join(' › ');
    const one: Case = { file, name, seconds: Math.round(details.duration_ms) / 1000 };
    yield `${JSON.stringify(one)}\n`;
  }
}
