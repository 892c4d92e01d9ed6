import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoxGeometry, BufferAttribute, type BufferGeometry, CylinderGeometry, Matrix4, SphereGeometry } from 'three';
import { areaOf, loopsOf, surfacesOf } from './loops.ts';
import { type Cut, type CutLines, cutMesh } from './segments.ts';

const withElement = (geometry: BufferGeometry, element: number): BufferGeometry => {
  const count = geometry.getAttribute('position').count;
  return geometry.setAttribute('elementIndex', new BufferAttribute(new Float32Array(count).fill(element), 1));
};

/** The area that a cut through a body leaves, by its element. */
function cutAreas(bodies: readonly BufferGeometry[], cut: Cut, world = new Matrix4()): Map<number, number> {
  const lines = new Map<number, CutLines>();
  for (const body of bodies) cutMesh(body, world, cut, lines);
  return new Map(
    [...lines].map(([element, { ends }]) => {
      const areas = surfacesOf(loopsOf(ends)).map(
        ({ outer, holes }) => Math.abs(areaOf(outer)) - holes.reduce((sum, hole) => sum + Math.abs(areaOf(hole)), 0),
      );
      return [element, areas.reduce((sum, area) => sum + area, 0)];
    }),
  );
}

const near = (found: number | undefined, wanted: number) =>
  assert.ok(Math.abs((found ?? Number.NaN) - wanted) < 1e-3 * wanted, `${found} instead of ${wanted}`);

describe('a cut through bodies', () => {
  it('is as large as they are there, along every axis, wherever they stand', () => {
    const box = withElement(new BoxGeometry(2, 3, 4), 7);
    for (const [axis, area] of [12, 8, 6].entries()) {
      const cut: Cut = { axis: axis === 0 ? 0 : axis === 1 ? 1 : 2, at: 0.3, towards: 1 };
      near(cutAreas([box], cut).get(7), area);
    }
    const moved = new Matrix4().makeRotationZ(0.7).setPosition(100, -40, 5);
    near(cutAreas([box], { axis: 2, at: 5.5, towards: 1 }, moved).get(7), 6);
  });

  it('is nothing beside them, and where the plane is one of their faces nothing is lost but noise', () => {
    const box = withElement(new BoxGeometry(2, 3, 4), 1);
    assert.equal(cutAreas([box], { axis: 0, at: 1.5, towards: 1 }).size, 0);
    near(cutAreas([box], { axis: 0, at: 1, towards: 1 }).get(1), 12);
  });

  it('knows elements, and what is between two walls of one', () => {
    const outer = withElement(new SphereGeometry(2, 96, 64), 3);
    const inner = withElement(new SphereGeometry(1, 96, 64), 3).scale(-1, 1, 1); // turned inside out
    const pipe = withElement(new CylinderGeometry(1, 1, 8, 128), 9).translate(10, 0, 0);
    const areas = cutAreas([outer, inner, pipe], { axis: 1, at: 0.001, towards: 1 });
    near(areas.get(3), 3 * Math.PI);
    near(areas.get(9), Math.PI);
  });
});
