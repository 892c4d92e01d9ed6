import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

/** Tests that compare a time with a bound which nothing but a fault can reach, however busy the machine is. */
const measure = new Set([
  'src/areas/reality-data/content/detect.test.ts', // turns of the event loop, against JSON of the same size
  'src/areas/scenes/maintenance.test.ts', // a share of another request, eleven rounds
  'src/auth-server/identity/password-strength.test.ts', // 0.1 s or hours
  'src/engines/ifc/damaged.slow-test.ts', // a mesher that does not end
  'src/engines/ifc/growth.test.ts', // a power of the file, four rounds
  'src/engines/tables/hostile.test.ts', // 0.1 s or hours
  'src/kernel/blobs/block-list.test.ts', // a power of the text, four rounds
  'src/kernel/jobs/workers.test.ts', // polls since a moment
  'src/std/pace.test.ts', // a wait that is not too short
  'src/tracing/tracing.test.ts', // an end that would wait for ever
  'test/faults/half-open.test.ts', // answers that would never come
  'test/security/large-bodies.test.ts', // turns of the event loop, against JSON of the same size
]);

it('a test measures no time: what is quick belongs to the bench, what is little work is counted', () => {
  const files = globSync([
    'src/**/*test.ts',
    'test/**/*test.ts',
    'cli/src/**/*test.ts',
    'console/src/**/*test.{ts,tsx}',
    'scripts/**/*test.ts',
  ]);
  const measuring = files.filter((file) =>
    /performance\.now\(|hrtime|(thread)?CpuUsage\(|processorTime\(/i.test(readFileSync(file, 'utf8')),
  );
  assert.deepEqual(new Set(measuring.filter((file) => file !== 'test/shape/time.test.ts')), measure);
});
