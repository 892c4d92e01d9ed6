import type { Camera, Pose } from '../../geometry/camera.ts';

/** A photo as a camera without a lens would have taken it, at the size of its depth map. */
export interface View {
  /** Index of the photo. */
  readonly photo: number;
  readonly width: number;
  readonly height: number;
  readonly focal: number;
  readonly principal: readonly [x: number, y: number];
  readonly pose: Pose;
}

/** Square pixels, the same middle, the longer side as wanted, but never larger than the photo. */
export function viewOf(photo: number, camera: Camera, pose: Pose, longSide: number): View {
  const scale = Math.min(1, longSide / Math.max(camera.width, camera.height));
  const [width, height] = [camera.width, camera.height].map((side) => Math.max(1, Math.round(side * scale)));
  return {
    photo,
    width: width ?? 1,
    height: height ?? 1,
    focal: camera.focal * scale,
    principal: [camera.principal[0] * scale, camera.principal[1] * scale],
    pose,
  };
}

/** The same view with fewer pixels. */
export function smaller(view: View, by: number): View {
  const [width, height] = [Math.max(1, Math.round(view.width / by)), Math.max(1, Math.round(view.height / by))];
  const scale = width / view.width;
  return {
    ...view,
    width,
    height,
    focal: view.focal * scale,
    principal: [view.principal[0] * scale, view.principal[1] * scale],
  };
}

/**
 * From pixels of one view to those of another: a pixel (x, y) at inverse depth w lies at
 * (m[0] x + m[1] y + m[2] + w t[0]) / (m[6] x + m[7] y + m[8] + w t[2]), and so on. Divided by w, the denominator is
 * the depth in the other view. Pixels are counted by their middles.
 */
export interface Transfer {
  readonly m: Float64Array;
  readonly t: Float64Array;
}

export function transfer(from: View, to: View): Transfer {
  const [a, b] = [from.pose.rotation, to.pose.rotation];
  const m = new Float64Array(9);
  const t = new Float64Array(3);
  const shift = [0, 1, 2].map((n) => (from.pose.centre[n] ?? 0) - (to.pose.centre[n] ?? 0));
  const { focal, principal } = from;
  for (let row = 0; row < 3; row++) {
    const axis = b[row] ?? [0, 0, 0];
    const along = (n: number) => axis[0] * (a[n]?.[0] ?? 0) + axis[1] * (a[n]?.[1] ?? 0) + axis[2] * (a[n]?.[2] ?? 0);
    m[3 * row] = along(0) / focal;
    m[3 * row + 1] = along(1) / focal;
    m[3 * row + 2] = along(2) + (along(0) * (0.5 - principal[0]) + along(1) * (0.5 - principal[1])) / focal;
    t[row] = axis[0] * (shift[0] ?? 0) + axis[1] * (shift[1] ?? 0) + axis[2] * (shift[2] ?? 0);
  }
  for (let row = 0; row < 2; row++) {
    const c = (to.principal[row] ?? 0) - 0.5;
    for (let n = 0; n < 3; n++) m[3 * row + n] = to.focal * (m[3 * row + n] ?? 0) + c * (m[6 + n] ?? 0);
    t[row] = to.focal * (t[row] ?? 0) + c * (t[2] ?? 0);
  }
  return { m, t };
}
