import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groundPlaces, sampleSite, withoutSamples } from '../testing/samples.ts';
import { randomBodies, siteOf } from '../testing/site.ts';
import { findGround } from './ground.ts';
import { heightAt } from './heights.ts';

const errorsOf = (found: Uint8Array, truth: Uint8Array) => {
  let [lost, wrong, ground] = [0, 0, 0];
  for (let n = 0; n < truth.length; n++) {
    if (truth[n] === 1) ground++;
    if (truth[n] === 1 && found[n] === 0) lost++;
    if (truth[n] === 0 && found[n] === 1) wrong++;
  }
  return { typeI: lost / ground, total: (lost + wrong) / truth.length };
};

describe('ground', () => {
  it('of the sample is found within the bars, and at its true height', { skip: withoutSamples }, () => {
    const { points, classes } = sampleSite();
    const { isGround, surface } = findGround(points);
    const truth = classes.map((one) => (one === 2 ? 1 : 0));
    const { typeI, total } = errorsOf(isGround, truth);
    assert.ok(total <= 0.02, `total ${total}`);
    assert.ok(typeI <= 0.01, `type I ${typeI}`);
    const off = groundPlaces()
      .map(([x, y, z]) => Math.abs(heightAt(surface, x, y).height - z))
      .sort((a, b) => a - b);
    assert.ok((off[200] ?? 1) <= 0.03, `median ${off[200]}`);
  });

  for (const seed of [1, 2, 3, 4]) {
    it(`of a site that nobody has seen is found (${seed})`, () => {
      const bodies = randomBodies(100 + seed, 6, 90, 70);
      const site = siteOf({ width: 90, depth: 70, density: 8, noise: 0.02, bodies, seed, sampling: 7 * seed });
      const { total } = errorsOf(findGround(site.points).isGround, site.isGround);
      assert.ok(total <= 0.04, `total ${total}`);
    });
  }

  it('is not lost to a false echo far below', () => {
    const site = siteOf({ width: 40, depth: 40, density: 8, noise: 0.01, bodies: [], seed: 5, sampling: 6 });
    const { x, y, z, count } = site.points;
    z[0] = (z[0] ?? 0) - 40;
    const { isGround } = findGround({ count, x, y, z });
    assert.equal(isGround[0], 0);
    assert.ok(errorsOf(isGround, site.isGround).total <= 0.04);
  });

  it('of one point is that point', () => {
    const one = { count: 1, x: Float64Array.of(3), y: Float64Array.of(4), z: Float64Array.of(5) };
    assert.deepEqual([...findGround(one).isGround], [1]);
  });
});
