import { BufferGeometry, Group, Line, LineBasicMaterial, Points, PointsMaterial, type Vector3 } from 'three';

/** The points that are measured, with lines between them, over everything else. */
export interface Measure {
  readonly group: Group;
  /** Points of the scene; `closed` draws a line from the last to the first. */
  set(points: readonly Vector3[], closed: boolean): void;
  dispose(): void;
}

export function makeMeasure(): Measure {
  let geometry = new BufferGeometry();
  const over = { color: 0xd9480f, depthTest: false, transparent: true } as const;
  const materials = [
    new LineBasicMaterial(over),
    new PointsMaterial({ ...over, size: 8, sizeAttenuation: false }),
  ] as const;
  const group = new Group();
  const drawn = [new Line(geometry, materials[0]), new Points(geometry, materials[1])];
  for (const child of drawn) {
    child.renderOrder = 10;
    child.frustumCulled = false;
    group.add(child);
  }
  group.visible = false;
  return {
    group,
    set(points, closed) {
      geometry.dispose();
      geometry = new BufferGeometry().setFromPoints([...points, ...points.slice(0, closed ? 1 : 0)]);
      for (const child of drawn) child.geometry = geometry;
      group.visible = points.length > 0;
    },
    dispose() {
      geometry.dispose();
      for (const material of materials) material.dispose();
    },
  };
}
