import type { TestEvent } from 'node:test/reporters';

/** Names each failed test on a line with its place: what run.ts says once more at the very end of a long run. */
export default async function* failures(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type !== 'test:fail' || event.data.todo || event.data.details.type === 'suite') continue;
    const { name, file, line, details } = event.data;
    yield `${file ?? ''}:${line ?? ''} ${name}\n    ${String(details.error.cause ?? details.error).split('\n')[0]}\n`;
  }
}
