import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  Vector3,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { labelColour } from '../../ui/picture/label-colours.ts';
import type { Drawn, Place } from '../../ui/stage/scene/drawn.ts';
import type { Point } from '../../ui/stage/view-data.ts';
import type { Shape } from './shapes.ts';

/** Boxes, lines and areas over what they were found on. */
export interface ShapesLayer extends Drawn {
  /** Draws these; one of them as chosen. */
  show(shapes: readonly Shape[], chosen: string | undefined): void;
}

/** Part of the distance to the camera that a click may miss a line by. */
const nearness = 0.008;

export function openShapes({ space, changed }: Place): ShapesLayer {
  const group = new Group();
  const over = { transparent: true, depthTest: false, vertexColors: true } as const;
  const lines = new LineSegments2(new LineSegmentsGeometry(), new LineMaterial({ ...over, linewidth: 2.5 }));
  const chosenLines = new LineSegments2(new LineSegmentsGeometry(), new LineMaterial({ ...over, linewidth: 5 }));
  const faces = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({
      transparent: true,
      opacity: 0.22,
      side: DoubleSide,
      vertexColors: true,
      depthWrite: false,
    }),
  );
  for (const [n, one] of [faces, lines, chosenLines].entries()) {
    one.frustumCulled = false;
    one.renderOrder = 6 + n;
    one.raycast = () => {};
    group.add(one);
  }
  const inScene = (point: Point) => new Vector3(...point).sub(new Vector3(...space.center));
  let shown: readonly Shape[] = [];
  return {
    group,
    update() {},
    show(shapes, chosen) {
      shown = shapes;
      setLines(lines, shapes, inScene);
      setLines(
        chosenLines,
        shapes.filter(({ feature }) => feature.id === chosen),
        inScene,
      );
      setFaces(faces, shapes, inScene);
      changed();
    },
    hit(ray, isKept) {
      if (!group.visible) return undefined;
      const found = shown.flatMap((shape) => {
        const at = hitOf(shape, ray.ray, inScene);
        const hit = at && { point: at, distance: at.distanceTo(ray.ray.origin) };
        return hit && isKept(hit) ? [{ id: shape.feature.id, hit }] : [];
      });
      return found.toSorted((a, b) => a.hit.distance - b.hit.distance)[0];
    },
    dispose() {
      for (const { geometry, material } of [lines, chosenLines, faces]) {
        geometry.dispose();
        material.dispose();
      }
    },
  };
}

type InScene = (point: Point) => Vector3;

function setLines(drawn: LineSegments2, shapes: readonly Shape[], inScene: InScene): void {
  const places: number[] = [];
  const colors: number[] = [];
  for (const { feature, lines } of shapes) {
    const color = new Color(labelColour(feature.labelId)).toArray();
    for (const line of lines) {
      for (const [n, point] of line.entries()) {
        const next = line[n + 1];
        if (!next) continue;
        places.push(...inScene(point).toArray(), ...inScene(next).toArray());
        colors.push(...color, ...color);
      }
    }
  }
  drawn.visible = places.length > 0;
  if (!drawn.visible) return;
  drawn.geometry.dispose();
  drawn.geometry = new LineSegmentsGeometry().setPositions(places).setColors(colors);
}

function setFaces(drawn: Mesh<BufferGeometry>, shapes: readonly Shape[], inScene: InScene): void {
  const places: number[] = [];
  const colors: number[] = [];
  for (const { feature, triangles } of shapes) {
    const color = new Color(labelColour(feature.labelId)).toArray();
    for (const point of triangles.flat()) {
      places.push(...inScene(point).toArray());
      colors.push(...color);
    }
  }
  drawn.geometry.dispose();
  drawn.geometry = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(places, 3))
    .setAttribute('color', new Float32BufferAttribute(colors, 3));
  drawn.visible = places.length > 0;
}

type Ray = Parameters<Drawn['hit']>[0]['ray'];

/** Where a ray meets a shape first: within a face, or near one of its lines. */
function hitOf({ lines, triangles }: Shape, ray: Ray, inScene: InScene): Vector3 | undefined {
  const hits: Vector3[] = [];
  for (const [a, b, c] of triangles) {
    const at = ray.intersectTriangle(inScene(a), inScene(b), inScene(c), false, new Vector3());
    if (at) hits.push(at);
  }
  if (triangles.length === 0) {
    for (const line of lines) {
      for (const [n, point] of line.entries()) {
        const next = line[n + 1];
        const on = new Vector3();
        if (!next) continue;
        const far = Math.sqrt(ray.distanceSqToSegment(inScene(point), inScene(next), undefined, on));
        if (far <= nearness * on.distanceTo(ray.origin)) hits.push(on);
      }
    }
  }
  return hits.sort((a, b) => a.distanceTo(ray.origin) - b.distanceTo(ray.origin))[0];
}
