import assert from 'node:assert/strict';
import { PassThrough, type Readable } from 'node:stream';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { readSlices } from './content.ts';

it('content in several objects that nobody wants any more leaves none of them open, even one that is being opened', async () => {
  const opened: Readable[] = [];
  const second = Promise.withResolvers<Readable>();
  const keep = (stream: Readable) => {
    opened.push(stream);
    return stream;
  };
  const first = new PassThrough();
  const get = async (key: string) =>
    key === 'a' ? keep(first) : key === 'b' ? second.promise : keep(new PassThrough());
  const slices = ['a', 'b', 'c'].map((key) => ({ key, start: 0, size: 1 }));
  const all = await readSlices({ get }, slices);
  all.resume();
  first.end('x');
  while (!first.closed) await turn();
  all.destroy();
  second.resolve(keep(new PassThrough()));
  for (let turns = 0; turns < 10; turns++) await turn();
  assert.deepEqual(
    opened.map(({ destroyed }) => destroyed),
    [true, true],
  );
});
