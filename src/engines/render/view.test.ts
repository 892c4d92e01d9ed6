import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { surfaceOf } from '../ifc/mesh/closed.ts';
import type { Vector } from '../matrix.ts';
import { makeModel } from '../tiles/testing/models.ts';
import { type ElementSurface, surfacesOfModel } from './model.ts';
import { type Camera, cameraTowards, pictureOf, type SectionPlane } from './view.ts';

/** An upright square that looks south, by its lower west corner. */
const square = (id: string, [x, y, z]: Vector, size: number, color: readonly number[]): ElementSurface => ({
  id,
  color,
  points: Float64Array.from([x, y, z, x + size, y, z, x + size, y, z + size, x, y, z + size]),
  triangles: Uint32Array.from([0, 1, 2, 0, 2, 3]),
});
const [red, green, glass] = [
  [1, 0, 0, 1],
  [0, 1, 0, 1],
  [0, 0, 1, 0.2],
];

/** Looks north along the ground from 10 m south of the origin. */
const north: Camera = { place: [0, -10, 0], direction: [0, 1, 0], up: [0, 0, 1] };

async function shown(
  surfaces: readonly ElementSurface[],
  camera: Camera,
  {
    sections = [],
    selected = [],
  }: { readonly sections?: readonly SectionPlane[]; readonly selected?: readonly string[] } = {},
) {
  const png = await pictureOf(surfaces, { camera, sections, selected: new Set(selected) });
  if (png === undefined) return undefined;
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, info.channels], [800, 600, 3]);
  return (x: number, y: number) => {
    const [r = 0, g = 0, b = 0] = data.subarray(3 * (800 * y + x), 3 * (800 * y + x) + 3);
    if (Math.min(r, g, b) > 200) return 'ground';
    return r > g && r > b ? 'red' : g > b ? 'green' : 'blue';
  };
}

describe('a picture of a view', () => {
  it('by perspective has things where the field of view says, smaller with their distance', async () => {
    const fieldOfView = (2 * Math.atan(0.5) * 180) / Math.PI; // 10 m away the picture is 10 m high
    const at = await shown([square('0x1', [1, 0, 1], 2, red)], { ...north, fieldOfView });
    // 60 pixels a metre, from the middle (400, 300)
    assert.deepEqual(
      [at?.(458, 180), at?.(462, 180), at?.(578, 180), at?.(582, 180)],
      ['ground', 'red', 'red', 'ground'],
    );
    assert.deepEqual(
      [at?.(520, 118), at?.(520, 122), at?.(520, 238), at?.(520, 242)],
      ['ground', 'red', 'red', 'ground'],
    );
    const far = await shown([square('0x1', [1, 10, 1], 2, red)], { ...north, fieldOfView });
    assert.deepEqual(
      [far?.(428, 240), far?.(432, 240), far?.(488, 240), far?.(492, 240)],
      ['ground', 'red', 'red', 'ground'],
    );
  });

  it('without perspective has things as large as its height says, wherever they are', async () => {
    for (const y of [0, 1000]) {
      const at = await shown([square('0x1', [1, y, 1], 2, red)], { ...north, height: 10 });
      assert.deepEqual(
        [at?.(458, 180), at?.(462, 180), at?.(578, 180), at?.(582, 180)],
        ['ground', 'red', 'red', 'ground'],
      );
    }
  });

  it('shows what is nearer, and what stands behind glass', async () => {
    const behind = square('0x1', [-2, 2, -2], 4, red);
    for (const [front, seen] of [
      [square('0x2', [-1, 0, -1], 2, green), 'green'],
      [square('0x2', [-1, 0, -1], 2, glass), 'red'],
      [square('0x2', [-1, 4, -1], 2, green), 'red'],
    ] as const) {
      assert.equal((await shown([front, behind], north))?.(400, 300), seen);
      assert.equal((await shown([behind, front], { ...north, height: 10 }))?.(400, 300), seen);
    }
  });

  it('has selected elements in a colour of their own, glass too', async () => {
    const surfaces = [square('0x1', [-2, 2, -2], 4, red), square('0x2', [-1, 0, -1], 2, glass)];
    assert.equal((await shown(surfaces, north, { selected: ['0x1'] }))?.(400, 300), 'blue');
    assert.equal((await shown(surfaces, north, { selected: ['0x2'] }))?.(400, 300), 'blue');
  });

  it('keeps what lies against the normals of its section planes, and nothing behind the eye', async () => {
    const wall = square('0x1', [-2, 0, -2], 4, red);
    const left = { place: [0, 0, 0], normal: [1, 0, 0] } as const;
    const cut = await shown([wall], { ...north, height: 10 }, { sections: [left] });
    assert.deepEqual([cut?.(395, 300), cut?.(405, 300)], ['red', 'ground']);
    const below = { place: [0, 0, 1], normal: [0, 0, 2] } as const;
    const both = await shown([wall], { ...north, height: 10 }, { sections: [left, below] });
    assert.deepEqual([both?.(390, 236), both?.(390, 244), both?.(410, 244)], ['ground', 'red', 'ground']);
    // a floor that reaches from far behind the eye to far ahead of it
    const floor: ElementSurface = {
      id: '0x3',
      color: green,
      points: Float64Array.from([-100, -100, -1, 100, -100, -1, 0, 100, -1]),
      triangles: Uint32Array.from([0, 1, 2]),
    };
    const inside = await shown([floor], north);
    assert.deepEqual([inside?.(400, 590), inside?.(400, 200)], ['green', 'ground']);
  });

  it('is none where the camera sees nothing, or is none', async () => {
    const wall = square('0x1', [-2, 0, -2], 4, red);
    assert.equal(await shown([wall], { ...north, direction: [0, -1, 0] }), undefined);
    assert.equal(await shown([wall], { ...north, direction: [0, 0, 0] }), undefined);
    assert.equal(await shown([wall], { ...north, up: [0, 1, 0] }), undefined);
    assert.equal(await shown([wall], { ...north, fieldOfView: Number.NaN }), undefined);
    assert.equal(await shown([], north), undefined);
  });

  it('is the same each time', async () => {
    const view = { camera: north, sections: [], selected: new Set<string>() };
    const walls = [square('0x1', [-2, 0, -2], 4, red)];
    assert.deepEqual(await pictureOf(walls, view), await pictureOf(walls, view));
  });
});

it('a camera towards elements sees all of them, and none is there without any', async () => {
  const walls = [square('0x1', [100, 100, 100], 4, red), square('0x2', [120, 90, 100], 1, green)];
  const camera = cameraTowards(walls);
  assert.ok(camera);
  const at = await shown(walls, camera);
  const seen = new Set(Array.from({ length: 480_000 }, (_, n) => at?.(n % 800, Math.floor(n / 800))));
  assert.deepEqual(seen, new Set(['ground', 'red', 'green']));
  const edge = Array.from({ length: 800 }, (_, x) => [at?.(x, 0), at?.(x, 599)]).flat();
  assert.deepEqual(new Set(edge), new Set(['ground']));
  assert.equal(cameraTowards([]), undefined);
});

it('the surfaces of a model stand where its geometry has them, Z up', async () => {
  const vertices = Float32Array.from([0, 1, 2, 0, 1, 0, 3, 1, 2, 0, 1, 0, 0, 1, -2, 0, 1, 0]);
  const shape = surfaceOf({ vertices, indices: Uint32Array.from([0, 1, 2]) });
  const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1];
  const { geometry } = makeModel([{ shapes: [{ shape, matrix, color: [1, 0, 0, 1] }] }]);
  const [surface] = (await surfacesOfModel(geometry)) ?? [];
  assert.deepEqual([...(surface?.points ?? [])], [10, -32, 21, 13, -32, 21, 10, -28, 21]);
  assert.deepEqual([surface?.id, ...(surface?.triangles ?? [])], ['0x1000', 0, 1, 2]);
});
