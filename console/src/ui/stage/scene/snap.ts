import {
  LineSegments,
  Matrix4,
  type Object3D,
  type PerspectiveCamera,
  type Ray,
  Sphere,
  Vector3,
  Vector4,
} from 'three';
import { added } from './dress.ts';

/** What a place of the picture was drawn to: a corner, an edge, or just what is there. */
export type SnapKind = 'corner' | 'edge' | 'surface';

export interface SnapPlace {
  /** In the scene. */
  readonly point: Vector3;
  readonly kind: SnapKind;
}

/** Where the pointer is, pixels from the upper left of the picture. */
export interface Aim {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly camera: PerspectiveCamera;
  readonly ray: Ray;
}

/** What is drawn to, in pixels: corners before edges. */
const reach = { corner: 12, edge: 8 } as const;
/** Of corners and edges that are near, so many are looked at whether they can be seen. */
const mostTried = 6;

interface Candidate extends SnapPlace {
  readonly pixels: number;
}

/**
 * The corner or edge that is nearest to the pointer and can be seen. `isDrawn` knows elements by their texel; `isSeen`
 * tells whether nothing is before a point.
 */
export function snapAt(
  groups: readonly { readonly group: Object3D; readonly isDrawn: (texel: number) => boolean }[],
  aim: Aim,
  isSeen: (point: Vector3) => boolean,
): SnapPlace | undefined {
  const found: Candidate[] = [];
  for (const { group, isDrawn } of groups) {
    group.traverseVisible((one) => {
      if (one instanceof LineSegments && one.name === added.edges && isNear(one, aim)) near(one, aim, isDrawn, found);
    });
  }
  const ofKind = (kind: SnapKind) =>
    found
      .filter((one) => one.kind === kind)
      .sort((a, b) => a.pixels - b.pixels)
      .slice(0, mostTried)
      .find(({ point }) => isSeen(point));
  return ofKind('corner') ?? ofKind('edge');
}

/** Whether the pointer goes by lines at all. */
function isNear({ geometry, matrixWorld }: LineSegments, { ray, height, camera }: Aim): boolean {
  if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
  const ball = new Sphere().copy(geometry.boundingSphere ?? new Sphere()).applyMatrix4(matrixWorld);
  const far = ball.center.distanceTo(ray.origin) + ball.radius;
  const room = (2 * reach.corner * far * Math.tan((camera.fov * Math.PI) / 360)) / height;
  return ray.distanceToPoint(ball.center) <= ball.radius + room;
}

/** Adds the corners and the nearest point of each edge that the pointer is near to. */
function near(lines: LineSegments, aim: Aim, isDrawn: (texel: number) => boolean, found: Candidate[]): void {
  const position = lines.geometry.getAttribute('position');
  const elements = lines.geometry.getAttribute('elementIndex');
  const toClip = new Matrix4()
    .multiplyMatrices(aim.camera.projectionMatrix, aim.camera.matrixWorldInverse)
    .multiply(lines.matrixWorld);
  const ends = [new Vector4(), new Vector4()] as const;
  for (let n = 0; n + 1 < position.count; n += 2) {
    for (const [side, end] of ends.entries())
      end.set(position.getX(n + side), position.getY(n + side), position.getZ(n + side), 1).applyMatrix4(toClip);
    const [a, b] = ends;
    if (a.w <= 0 || b.w <= 0) continue;
    const [ax, ay, bx, by] = [...pixelsOf(a, aim), ...pixelsOf(b, aim)];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = length === 0 ? 0 : ((aim.x - ax) * (bx - ax) + (aim.y - ay) * (by - ay)) / length;
    const share = Math.min(1, Math.max(0, along));
    const pixels = Math.hypot(ax + share * (bx - ax) - aim.x, ay + share * (by - ay) - aim.y);
    if (pixels > reach.corner || !isDrawn(elements.getX(n))) continue;
    const at = (end: 0 | 1) => new Vector3().fromBufferAttribute(position, n + end).applyMatrix4(lines.matrixWorld);
    const [from, to] = [Math.hypot(ax - aim.x, ay - aim.y), Math.hypot(bx - aim.x, by - aim.y)];
    if (from <= reach.corner) found.push({ kind: 'corner', point: at(0), pixels: from });
    if (to <= reach.corner) found.push({ kind: 'corner', point: at(1), pixels: to });
    // what is half way on the screen is nearer than half way in space
    const inSpace = (share * a.w) / (share * a.w + (1 - share) * b.w);
    if (pixels <= reach.edge) found.push({ kind: 'edge', point: at(0).lerp(at(1), inSpace), pixels });
  }
}

const pixelsOf = ({ x, y, w }: Vector4, { width, height }: Aim): readonly [number, number] => [
  ((x / w + 1) / 2) * width,
  ((1 - y / w) / 2) * height,
];
