import { LineSegments, Raycaster, Vector2, Vector3 } from 'three';
import type { Point } from '../view-data.ts';
import type { Drawn, IsKept, PointFacts } from './drawn.ts';
import type { Places } from './places.ts';
import type { Screen } from './screen.ts';
import { type SnapKind, snapAt } from './snap.ts';

export interface Picked {
  /** Of the element; empty of a point or a surface that is of none. */
  readonly id: string;
  /** Of the layer that was hit. */
  readonly layer: Drawn;
  /** Of the point of a cloud. */
  readonly facts?: PointFacts;
  /** In the model. */
  readonly point: Point;
}

/** A point to measure from. */
export interface Snapped {
  readonly kind: SnapKind;
  /** In the model. */
  readonly point: Point;
}

/** A place of the canvas, pixels from its upper left. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** From places of the canvas to the model, and back. */
export function aimsOf(layers: ReadonlySet<Drawn>, screen: Screen, { inScene, inModel }: Places) {
  const { renderer, rig } = screen;
  const { camera } = rig;
  const canvas = renderer.domElement;
  const rayAt = (x: number, y: number) => {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * x) / canvas.clientWidth - 1, 1 - (2 * y) / canvas.clientHeight), camera);
    return ray;
  };
  const pixelOf = (point: Vector3): Pixel | undefined => {
    const at = point.clone().project(camera);
    if (at.z > 1) return undefined;
    return { x: ((at.x + 1) / 2) * canvas.clientWidth, y: ((1 - at.y) / 2) * canvas.clientHeight };
  };
  const isSeen = (point: Vector3) => {
    if (!renderer.clippingPlanes.every((plane) => plane.distanceToPoint(point) >= 0)) return false;
    const pixel = pixelOf(point);
    if (pixel === undefined) return false;
    const first = firstHit(layers, screen, rayAt(pixel.x, pixel.y));
    return first === undefined || first.hit.distance >= 0.998 * camera.position.distanceTo(point) - 0.005;
  };
  return {
    pick(x: number, y: number): Picked | undefined {
      const found = firstHit(layers, screen, rayAt(x, y));
      return found && { ...found, point: inModel(found.hit.point.toArray()) };
    },
    snap(x: number, y: number): Snapped | undefined {
      const ray = rayAt(x, y);
      const aim = { x, y, width: canvas.clientWidth, height: canvas.clientHeight, camera, ray: ray.ray };
      const shown = [...layers].flatMap(({ group, isDrawn }) => (group.visible && isDrawn ? [{ group, isDrawn }] : []));
      const near = snapAt(shown, aim, isSeen);
      if (near) return { kind: near.kind, point: inModel(near.point.toArray()) };
      const under = firstHit(layers, screen, ray);
      return under && { kind: 'surface', point: inModel(under.hit.point.toArray()) };
    },
    pixelOf: (point: Point) => pixelOf(inScene(point)),
    along(axis: 0 | 1 | 2, through: Point, x: number, y: number): number | undefined {
      const { origin, direction } = rayAt(x, y).ray;
      const line = new Vector3().setComponent(axis, 1);
      const from = inScene(through).sub(origin);
      const cosine = line.dot(direction);
      if (1 - cosine ** 2 < 1e-4) return undefined; // one looks along it
      const far = (cosine * direction.dot(from) - line.dot(from)) / (1 - cosine ** 2);
      return through[axis] + far;
    },
  };
}

/** Pixels beside a line that still hit it. */
const nearPixels = 5;

/** What is nearest at a place of the picture, of that which the section leaves. */
function firstHit(layers: ReadonlySet<Drawn>, { renderer, rig: { camera } }: Screen, ray: Raycaster) {
  // of what is a metre away; lines are as broad in the picture wherever they are
  const reach = (2 * nearPixels * Math.tan((camera.fov * Math.PI) / 360)) / renderer.domElement.clientHeight;
  ray.params.Line.threshold = reach * camera.far;
  const kept: IsKept = ({ object, point, distance = 0 }) =>
    (!(object instanceof LineSegments) || ray.ray.distanceToPoint(point) <= reach * distance) &&
    renderer.clippingPlanes.every((plane) => plane.distanceToPoint(point) >= 0);
  const [nearest] = [...layers]
    .flatMap((layer) => {
      const found = layer.hit(ray, kept);
      return found ? [{ layer, ...found }] : [];
    })
    .sort((a, b) => a.hit.distance - b.hit.distance);
  return nearest;
}
