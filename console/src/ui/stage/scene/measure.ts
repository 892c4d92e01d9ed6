import { BufferGeometry, type Camera, Group, Line, LineBasicMaterial, Points, PointsMaterial, Vector3 } from 'three';

/** Two points with the line between them, over everything else. */
export interface Measure {
  readonly group: Group;
  /** At most two points of the scene. */
  set(points: readonly Vector3[]): void;
  /** Middle of the line in the picture, pixels from its upper left; undefined when it is behind the camera, or not there. */
  labelPlace(camera: Camera, width: number, height: number): { readonly x: number; readonly y: number } | undefined;
  dispose(): void;
}

export function makeMeasure(): Measure {
  const geometry = new BufferGeometry();
  const over = { color: 0xd9480f, depthTest: false, transparent: true, clippingPlanes: null } as const;
  const materials = [
    new LineBasicMaterial(over),
    new PointsMaterial({ ...over, size: 8, sizeAttenuation: false }),
  ] as const;
  const group = new Group();
  group.add(new Line(geometry, materials[0]), new Points(geometry, materials[1]));
  for (const child of group.children) {
    child.renderOrder = 10;
    child.frustumCulled = false;
  }
  let [from, to]: (Vector3 | undefined)[] = [];
  group.visible = false;
  return {
    group,
    set(points) {
      [from, to] = points;
      group.visible = from !== undefined;
      geometry.setFromPoints([from ?? new Vector3(), to ?? from ?? new Vector3()]);
    },
    labelPlace(camera, width, height) {
      if (!from || !to) return undefined;
      const at = from.clone().add(to).multiplyScalar(0.5).project(camera);
      return at.z > 1 ? undefined : { x: ((at.x + 1) / 2) * width, y: ((1 - at.y) / 2) * height };
    },
    dispose() {
      geometry.dispose();
      for (const material of materials) material.dispose();
    },
  };
}
