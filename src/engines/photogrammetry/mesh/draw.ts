/** A picture of what is nearest: for each pixel a value that grows away from the eye, and the triangle. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  /** Infinity where nothing is drawn. */
  readonly far: Float32Array;
  /** -1 where nothing is drawn. */
  readonly triangle: Int32Array;
}

export function emptyDrawing(width: number, height: number): Drawn {
  return {
    width,
    height,
    far: new Float32Array(width * height).fill(Number.POSITIVE_INFINITY),
    triangle: new Int32Array(width * height).fill(-1),
  };
}

/**
 * Draws a triangle whose corners are pixels x, y and a third value that is linear over the picture: the height, or for
 * perspective the negative inverse of the depth. Pixels count whose middle is inside.
 */
export function drawTriangle(to: Drawn, number: number, corners: ArrayLike<number>): void {
  const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = Array.from(corners);
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (!(Math.abs(area) > 1e-12)) return;
  const y0 = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const y1 = Math.min(to.height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  const x0 = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
  const x1 = Math.min(to.width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
  const per = 1 / area;
  const edge = -1e-9;
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const b = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) * per;
      const c = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) * per;
      const a = 1 - b - c;
      if (a < edge || b < edge || c < edge) continue;
      const far = a * az + b * bz + c * cz;
      const at = y * to.width + x;
      if (far < (to.far[at] ?? 0)) {
        to.far[at] = far;
        to.triangle[at] = number;
      }
    }
  }
}
