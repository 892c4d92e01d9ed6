import type { Locator, Page } from 'playwright-core';
import type { Point, Pose } from '../../console/src/ui/stage/view-data.ts';
import { stillness } from './page-state.ts';

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Point): Point => {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
};

/** Where points of the model are seen by a camera that stands upright, pixels from the upper left of the picture. */
export async function eyeOf(canvas: Locator, { eye, target, fov }: Pose) {
  const { width, height } = (await canvas.boundingBox()) ?? { width: 1, height: 1 };
  const ahead = unit(minus(target, eye));
  const right = unit(cross(ahead, [0, 0, 1]));
  const up = cross(right, ahead);
  return (point: Point) => {
    const to = minus(point, eye);
    const scale = height / 2 / Math.tan((fov * Math.PI) / 360) / dot(to, ahead);
    return { x: width / 2 + dot(to, right) * scale, y: height / 2 - dot(to, up) * scale };
  };
}

export const seenAt = async (canvas: Locator, pose: Pose, point: Point) => (await eyeOf(canvas, pose))(point);

/** The part of an address that holds a camera. */
export const cameraIn = ({ eye, target, fov }: Pose): string => `camera=${[...eye, ...target, fov].join(',')}`;

/** Until nothing in the page moves any more, and the picture is drawn. */
export async function pictureRests(page: Page): Promise<void> {
  await stillness(page);
  await page.locator('canvas[data-still]').waitFor();
}

/** Until the address holds what is wanted. */
export const addressHolds = (page: Page, part: RegExp): Promise<void> =>
  page.waitForURL((url) => part.test(decodeURIComponent(url.search)));

/** The address when nothing has changed it for a second: the camera is written when it has rested a moment. */
export async function restingAddress(page: Page): Promise<string> {
  await pictureRests(page);
  for (;;) {
    const before = page.url();
    await page.waitForTimeout(1000);
    if (page.url() === before) return before;
  }
}
