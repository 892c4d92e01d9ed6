import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numbersOf, seedOf } from '../../../../test/support/chance.ts';
import { project } from '../../geometry/camera.ts';
import { lengthOf, minus, plus, quantileOf } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import type { Block, GroundPoint, PhotoPlace } from '../block.ts';
import { residualsOf } from '../georeference/georeference.ts';
import { groundAt, mapPose, randomSite, type Site } from '../testing/site.ts';
import { adjusted } from './adjust.ts';
import { withRadial } from './state.ts';

const seed = seedOf('adjustment');
const noise = 0.3;

interface World {
  readonly site: Site;
  readonly truth: Block;
  /** As a matcher leaves it that took the lens for another one: a dome of what is flat. */
  readonly bent: Block;
}

function world(change: Partial<Site['camera']> = {}): World {
  const made = randomSite(seed, { width: 1000, grid: [5, 4] });
  const site = { ...made, camera: { ...made.camera, ...change } };
  const random = numbersOf(seed + 1);
  const normal = () => noise * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const onGround = (wide: number): Vector => {
    const [x, y] = [(random() - 0.5) * wide, (random() - 0.5) * wide * 0.75];
    return plus([x, y, groundAt(site, x, y) + 2 * random()], site.origin);
  };
  const poses = site.poses.map((pose) => mapPose(site, pose));
  const seenAt = (place: Vector): PhotoPlace[] =>
    poses.flatMap((pose, photo) => {
      const [x = -1, y = -1] = project(site.camera, pose, place) ?? [];
      const inside = x > 0 && y > 0 && x < site.camera.width && y < site.camera.height;
      return inside ? [{ photo, x: x + normal(), y: y + normal() }] : [];
    });
  const ties = Array.from({ length: 1200 }, () => onGround(22)).map((place) => {
    const seen = seenAt(place);
    return { place, seen, seenBy: seen.map(({ photo }) => photo) };
  });
  const points = Array.from({ length: 14 }, (_, n): GroundPoint => {
    const place = onGround(18);
    return { id: `P${n}`, use: n % 2 === 0 ? 'control' : 'check', place, seen: seenAt(place) };
  });
  const photos = poses.map((pose, n) => ({ data: 'd', name: `${n}`, path: '', camera: 0, pose }));
  const truth: Block = { crs: 'EPSG:25832', cameras: [site.camera], photos, ties, points };
  const dome = ([x, y, z]: Vector): Vector => {
    const [east, north] = [x - site.origin[0], y - site.origin[1]];
    return [x + 0.02 * normal(), y + 0.02 * normal(), z + 0.002 * (east * east + north * north) - 0.1];
  };
  return {
    site,
    truth,
    bent: {
      ...truth,
      cameras: [withRadial({ ...site.camera, focal: site.camera.focal * 1.004 }, 0)],
      photos: photos.map((photo) => ({ ...photo, pose: { ...photo.pose, centre: dome(photo.pose.centre) } })),
      ties: ties.map((tie) => ({ ...tie, place: dome(tie.place) })),
    },
  };
}

const offs = (block: Block, use: 'control' | 'check'): number[] =>
  residualsOf(block).flatMap((one) => (one.use === use ? [lengthOf(one.off)] : []));

const centresOff = (block: Block, truth: Block): number[] =>
  block.photos.map(({ pose }, n) =>
    lengthOf(minus(pose?.centre ?? [0, 0, 0], truth.photos[n]?.pose?.centre ?? [0, 0, 0])),
  );

/** Check points are as near as their sights tell: with the true poses and lenses, too, those that few photos show are off. */
function areNear(check: readonly number[], truth: Block): void {
  const best = Math.max(...offs(truth, 'check'));
  assert.ok(quantileOf(check, 0.5) < 0.03, `${check}`);
  assert.ok(Math.max(...check) < 0.03 + 2 * best, `${check}, ${best} at best`);
}

/** How well places and lenses are known depends on where points happen to lie: as well as when all begins with the truth. */
async function isAsGoodAsFromTruth(block: Block, truth: Block): Promise<void> {
  const best = await adjustedBlock(truth);
  for (const part of [0.5, 1]) {
    const [off, least] = [quantileOf(centresOff(block, truth), part), quantileOf(centresOff(best, truth), part)];
    assert.ok(off < 0.03 + 1.5 * least, `${off} m, ${least} m from the truth`);
  }
  const [lens, other, real] = [block.cameras[0], best.cameras[0], truth.cameras[0]];
  assert.ok(other && real && Math.abs(other.focal / real.focal - 1) < 1e-2, `${other?.focal}, ${real?.focal} in truth`);
  assert.ok(lens && Math.abs(lens.focal / other.focal - 1) < 1e-3, `${lens?.focal}, ${other.focal}`);
  for (const [kind, term] of [
    ['radial', 0],
    ['fisheye', 1],
  ] as const) {
    const [bend = 0, expected = 0] = [lens[kind]?.[term], other[kind]?.[term]];
    assert.ok(Math.abs(bend - expected) < 1e-3, `${lens[kind]}, ${other[kind]}`);
    assert.ok(Math.abs(expected - (real[kind]?.[term] ?? 0)) < 1e-2, `${other[kind]}, ${real[kind]} in truth`);
  }
}

async function adjustedBlock(block: Block): Promise<Block> {
  const found = await adjusted(block, undefined);
  assert.ok(found !== undefined);
  assert.ok(found.error < 3 * noise, `${found.error} pixels`);
  return found.block;
}

describe('an adjustment by control points', () => {
  it('unbends a block: check points, photos and the lens are where they were', async () => {
    const { truth, bent } = world();
    assert.ok(Math.max(...centresOff(bent, truth)) > 0.05, 'it was bent');
    const block = await adjustedBlock(bent);
    const [check, centres] = [offs(block, 'check'), centresOff(block, truth)];
    console.log(
      `  check points ${quantileOf(offs(bent, 'check'), 0.5).toFixed(3)} -> ${quantileOf(check, 0.5).toFixed(4)} m, photos ${quantileOf(centres, 0.5).toFixed(4)} m`,
    );
    areNear(check, truth);
    await isAsGoodAsFromTruth(block, truth);
  });

  it('asks check points nothing', async () => {
    const { bent } = world();
    const points = bent.points.map((point) =>
      point.use === 'check' ? { ...point, place: plus(point.place, [0, 0, 5]) } : point,
    );
    const [one, other] = [await adjustedBlock(bent), await adjustedBlock({ ...bent, points })];
    assert.deepEqual(other.photos, one.photos);
    for (const off of offs(other, 'check')) assert.ok(Math.abs(off - 5) < 0.1, `${off}`);
  });

  it('takes no heed of a control point or a sight that is a mistake', async () => {
    const { bent, truth } = world();
    const points = bent.points.map((point, n) => {
      if (n === 0) return { ...point, place: plus(point.place, [3, -2, 1]) };
      const [first, ...seen] = point.seen;
      return n === 2 && first ? { ...point, seen: [{ ...first, x: first.x + 60 }, ...seen] } : point;
    });
    const right = bent.points.flatMap((point, n) => {
      if (n === 0) return [];
      return n === 2 ? [{ ...point, seen: point.seen.slice(1) }] : [point];
    });
    const block = await adjustedBlock({ ...bent, points });
    const without = await adjustedBlock({ ...bent, points: right });
    // few points that happen to lie on one side may leave the heights less sure, with mistakes or without
    for (const offOf of [(one: Block) => centresOff(one, truth), (one: Block) => offs(one, 'check')]) {
      for (const part of [0.5, 1]) {
        const [off, best] = [quantileOf(offOf(block), part), quantileOf(offOf(without), part)];
        assert.ok(off < 0.01 + 1.2 * best, `${off}, ${best} without the mistakes`);
      }
    }
  });

  it('believes heights and places as far as they were measured', async () => {
    const { bent, truth } = world();
    const points = bent.points.map((point, n) => {
      if (point.use === 'check' || n > 2) return point;
      const accuracy = { horizontal: 0.01, vertical: null };
      return { ...point, accuracy, place: plus(point.place, [0, 0, -9]) };
    });
    const block = await adjustedBlock({ ...bent, points });
    await isAsGoodAsFromTruth(block, { ...truth, points }); // nine metres that nobody measured are nothing
  });

  it('knows lenses that count by angles', async () => {
    const { bent, truth } = world({ focal: 500, radial: [0, 0, 0], fisheye: [0, -0.03] });
    const block = await adjustedBlock(bent);
    await isAsGoodAsFromTruth(block, truth);
  });

  it('needs three control points', async () => {
    const { bent } = world();
    assert.equal(await adjusted({ ...bent, points: bent.points.slice(0, 4) }, undefined), undefined);
  });
});
