import { chosen, type Points } from './points.ts';
import { voxelsOf } from './voxels.ts';

/** Groups of points that hang together over gaps of at most `gap` metres, those with fewer points left out. */
export function groupsOf(points: Points, members: ArrayLike<number>, gap: number, fewest: number): Uint32Array[] {
  const voxels = voxelsOf(chosen(points, members), gap);
  const group = new Int32Array(voxels.count).fill(-1);
  let count = 0;
  for (let first = 0; first < voxels.count; first++) {
    if (group[first] !== -1) continue;
    const waiting = [first];
    group[first] = count;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (let cell = 0; cell < 27; cell++) {
        const other = voxels.find(at, (cell % 3) - 1, (Math.floor(cell / 3) % 3) - 1, Math.floor(cell / 9) - 1);
        if (other < 0 || group[other] !== -1) continue;
        group[other] = count;
        waiting.push(other);
      }
    }
    count++;
  }
  const found: number[][] = Array.from({ length: count }, () => []);
  for (let n = 0; n < members.length; n++) found[group[voxels.ofPoint[n] ?? 0] ?? 0]?.push(members[n] ?? 0);
  return found.filter((one) => one.length >= fewest).map((one) => Uint32Array.from(one));
}
