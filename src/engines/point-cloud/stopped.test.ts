import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { makeCloud } from '../../../scripts/make-cloud.ts';
import type { InputFile } from '../conversion/params.ts';
import { convert } from '../convert.ts';
import { asInputs, converted, newFolder, outputIn } from './testing/convert.ts';

const inputSRS = 'EPSG:25832';
/** Pieces of work that threads have begun, and end. */
const mostAfterwards = 10;

describe('a conversion of clouds that is stopped', () => {
  let inputs: readonly InputFile[] = [];
  before(async () => {
    const path = join(newFolder(), 'cloud.las');
    makeCloud(path, 700_000); // more than is held in memory
    inputs = asInputs(outputIn(await converted([{ name: 'cloud.las', path }], 'LAS', ['LAZ'], { inputSRS }), 'LAZ'));
  });

  /** Stops it the so manieth time that it tells how far it is, or looks whether it is to stop. */
  async function stoppedAt(last: number) {
    const stopping = new AbortController();
    let moments = 0;
    const steps: string[] = [];
    const moment = () => {
      if (++moments === last) stopping.abort(new Error('It is stopped.'));
    };
    const context = {
      progress({ step }: { readonly step?: string | null }) {
        if (step) steps.push(step);
        moment();
      },
      log: () => {},
      get signal() {
        moment();
        return stopping.signal;
      },
    };
    const params = { inputs, format: 'LAZ', outputs: ['GLBC'], options: { inputSRS }, name: 'job' } as const;
    const ended = convert({ ...params, output: newFolder() }, context).then(
      () => 'It is done.',
      (error: Error) => error.message,
    );
    return { ended: await ended, moments, steps };
  }

  it('ends with the pieces of work that it is at, wherever it is', async () => {
    const whole = await stoppedAt(Infinity);
    assert.equal(whole.ended, 'It is done.');
    assert.deepEqual(whole.steps, ['Reading files', 'Writing files']);
    const tenths = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => Math.ceil((n * whole.moments) / 10));
    for (const last of [1, ...tenths]) {
      const { ended, moments } = await stoppedAt(last);
      assert.equal(ended, 'It is stopped.', `at ${last} of ${whole.moments}`);
      assert.ok(moments <= last + mostAfterwards, `at ${last} of ${whole.moments}: it ended at ${moments}`);
    }
    assert.ok(whole.moments > 3 * mostAfterwards);
  });
});
