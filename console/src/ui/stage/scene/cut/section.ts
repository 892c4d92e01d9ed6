import { Box3, Box3Helper, Plane, Vector3, type WebGLRenderer } from 'three';
import type { Cut } from './segments.ts';

/** The box that the picture is cut to. */
export interface Section {
  /** What is drawn of it: its edges. */
  readonly lines: Box3Helper;
  /** Where bodies are cut, of a box in the scene; sides of the whole cut nothing. */
  set(box: Box3 | undefined, whole: Box3): readonly Cut[];
  dispose(): void;
}

/** Surfaces that lie on a side of the box are kept whole: they would be speckled otherwise, metres. */
const roomOf = (whole: Box3): number => Math.max(0.0015, 2e-6 * whole.max.distanceTo(whole.min));

export function makeSection(renderer: WebGLRenderer): Section {
  const lines = new Box3Helper(new Box3(), 0x0c8599);
  lines.visible = false;
  lines.raycast = () => {};
  return {
    lines,
    set(box, whole) {
      lines.visible = box !== undefined;
      renderer.clippingPlanes = [];
      if (!box) return [];
      lines.box.copy(box);
      const room = roomOf(whole);
      renderer.clippingPlanes = planesOf(box.clone().expandByScalar(room));
      return cutsOf(box, whole.clone().expandByScalar(-room));
    },
    dispose() {
      lines.geometry.dispose();
      for (const material of [lines.material].flat()) material.dispose();
    },
  };
}

/** Six half spaces that leave the box. */
const planesOf = ({ min, max }: Box3): Plane[] =>
  ([0, 1, 2] as const).flatMap((axis) => {
    const normal = new Vector3().setComponent(axis, 1);
    return [new Plane(normal, -min.getComponent(axis)), new Plane(normal.clone().negate(), max.getComponent(axis))];
  });

const cutsOf = ({ min, max }: Box3, whole: Box3): Cut[] =>
  ([0, 1, 2] as const).flatMap((axis): Cut[] => {
    const [low, high] = [min.getComponent(axis), max.getComponent(axis)];
    return [
      ...(low > whole.min.getComponent(axis) ? [{ axis, at: low, towards: -1 } as const] : []),
      ...(high < whole.max.getComponent(axis) ? [{ axis, at: high, towards: 1 } as const] : []),
    ];
  });
