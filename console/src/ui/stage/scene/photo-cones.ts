import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Vector3,
} from 'three';
import type { Point } from '../view-data.ts';
import type { Drawn, Place } from './drawn.ts';

/** Where a photo was taken, and the corners of its picture before it, in the coordinates of the stage. */
export interface PhotoCone {
  readonly eye: Point;
  /** From the upper left on, the way of the clock. */
  readonly corners: readonly [Point, Point, Point, Point];
}

export interface PhotoCones extends Drawn {
  /** Shows one of them before the others; undefined: none. */
  choose(index: number | undefined): void;
}

const usual = new Color(0x1c7ed6);
const chosenColor = new Color(0xd9480f);
/** Pairs of corners that are joined; 0 is the eye. */
const edges = [0, 1, 0, 2, 0, 3, 0, 4, 1, 2, 2, 3, 3, 4, 4, 1] as const;
/** Sides that can be hit. */
const sides = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1, 1, 2, 3, 1, 3, 4] as const;
const trianglesEach = sides.length / 3;

/** Photos as pyramids: one set of lines and one of triangles for all of them, however many there are. */
export function openPhotoCones(cones: readonly PhotoCone[], { space, changed }: Place): PhotoCones {
  const center = new Vector3(...space.center);
  const points = cones.map(({ eye, corners }) => [eye, ...corners].map((at) => new Vector3(...at).sub(center)));
  const along = (order: readonly number[]) =>
    new BufferGeometry().setFromPoints(points.flatMap((own) => order.map((n) => own[n] ?? new Vector3())));
  const lineGeometry = along(edges);
  const colors = new BufferAttribute(new Float32Array(cones.length * edges.length * 3), 3);
  lineGeometry.setAttribute('color', colors);
  const paint = (index: number, color: Color) => {
    for (let n = 0; n < edges.length; n++) colors.setXYZ(index * edges.length + n, color.r, color.g, color.b);
    colors.needsUpdate = true;
  };
  for (const index of cones.keys()) paint(index, usual);
  const lineMaterial = new LineBasicMaterial({ vertexColors: true });
  const lines = new LineSegments(lineGeometry, lineMaterial);
  lines.raycast = () => {};
  const bodyGeometry = along(sides);
  const bodyMaterial = new MeshBasicMaterial({ side: DoubleSide, visible: false });
  const body = new Mesh(bodyGeometry, bodyMaterial);
  const group = new Group();
  group.add(lines, body);
  let chosen: number | undefined;
  return {
    group,
    update() {},
    hit(ray, isKept) {
      if (!group.visible) return undefined;
      const hit = ray.intersectObject(body).find((one) => isKept(one));
      return hit && { id: String(Math.floor((hit.faceIndex ?? 0) / trianglesEach)), hit };
    },
    choose(index) {
      if (chosen !== undefined) paint(chosen, usual);
      chosen = index !== undefined && index < cones.length ? index : undefined;
      if (chosen !== undefined) paint(chosen, chosenColor);
      changed();
    },
    dispose() {
      lineGeometry.dispose();
      lineMaterial.dispose();
      bodyGeometry.dispose();
      bodyMaterial.dispose();
    },
  };
}
