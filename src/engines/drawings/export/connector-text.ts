import type { Region } from '../prediction.ts';

/** What stands in a connector, in reading order. */
export function textInside({ boundingBox: box }: Region, regions: readonly Region[]): string {
  const inside = regions.filter(({ boundingBox: { left, top, width, height }, text }) => {
    const [x, y] = [left + width / 2, top + height / 2];
    return text !== undefined && x > box.left && x < box.left + box.width && y > box.top && y < box.top + box.height;
  });
  return inside.map(({ text }) => text).join(' ');
}
