import { BufferGeometry, Points, PointsMaterial, type Vector3 } from 'three';

/** The sign of a point that was picked, over everything else. */
export interface Marker {
  readonly sign: Points;
  /** A place of the scene. */
  set(at: Vector3 | undefined): void;
  dispose(): void;
}

export function makeMarker(): Marker {
  const geometry = new BufferGeometry();
  const material = new PointsMaterial({ color: 0xd9480f, size: 9, sizeAttenuation: false, depthTest: false });
  material.clippingPlanes = null;
  material.transparent = true;
  const sign = new Points(geometry, material);
  sign.renderOrder = 9;
  sign.visible = false;
  sign.frustumCulled = false;
  sign.raycast = () => {};
  return {
    sign,
    set(at) {
      sign.visible = at !== undefined;
      if (at) geometry.setFromPoints([at]);
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
