import { numbersOf } from '../../../../test/support/chance.ts';
import { outlineOf } from '../objects/fit-box.ts';
import type { Camera } from '../scene/camera.ts';
import type { Box3D, Object2D, Photo, Place } from '../scene/types.ts';
import { gaussOf } from './random.ts';

/** A camera at a place that looks at another. */
export function cameraAt(center: Place, target: Place, width = 1000, height = 750, focal = 830): Camera {
  const unit = ([x, y, z]: Place): Place => {
    const length = Math.hypot(x, y, z);
    return [x / length, y / length, z / length];
  };
  const forward = unit([target[0] - center[0], target[1] - center[1], target[2] - center[2]]);
  // y down: as near to the downward direction as it can be; x to its right
  const down: Place = Math.abs(forward[2]) > 0.999 ? [0, -1, 0] : [0, 0, -1];
  const right = unit([
    down[1] * forward[2] - down[2] * forward[1],
    down[2] * forward[0] - down[0] * forward[2],
    down[0] * forward[1] - down[1] * forward[0],
  ]);
  const low: Place = [
    forward[1] * right[2] - forward[2] * right[1],
    forward[2] * right[0] - forward[0] * right[2],
    forward[0] * right[1] - forward[1] * right[0],
  ];
  return {
    width,
    height,
    focal,
    principal: [width / 2, height / 2],
    center,
    radial: [-0.04, 0.01, 0],
    tangential: [0.001, -0.0005],
    aspect: 1,
    skew: 0,
    rotation: [...right, ...low, ...forward],
  };
}

export interface PhotoScene {
  readonly photos: readonly Photo[];
  readonly boxes: readonly { readonly label: number; readonly box: Box3D }[];
  /** What is seen of the boxes, each side off by some pixels. */
  readonly objects: ReadonlyMap<string, readonly Object2D[]>;
}

/** Boxes on a plane, seen by cameras around and above them. */
export function photoScene(seed: number, noise: number, boxCount = 6, photoCount = 24): PhotoScene {
  const random = numbersOf(seed);
  const gauss = gaussOf(random);
  const east = 451_300;
  const north = 5_411_200;
  const boxes = Array.from({ length: boxCount }, (_, n) => {
    const [x, y] = [east + 7 * (n % 3) + 2 * random(), north + 8 * Math.floor(n / 3) + 2 * random()];
    const low = [x, y, 312] as const;
    return {
      label: 1 + (n % 2),
      box: { low, high: [x + 1 + 2 * random(), y + 1 + 2 * random(), 312 + 1 + 2 * random()] as const },
    };
  });
  const middle: Place = [east + 8, north + 5, 313];
  const photos = Array.from({ length: photoCount }, (_, n): Photo => {
    const angle = (2 * Math.PI * n) / photoCount;
    const away = 10 + 14 * random();
    const center: Place = [
      middle[0] + away * Math.cos(angle),
      middle[1] + away * Math.sin(angle),
      middle[2] + 12 + 10 * random(),
    ];
    const target: Place = [middle[0] + 2 * random(), middle[1] + 2 * random(), middle[2]];
    return { id: `p${n}`, image: { of: null, path: `${n}.jpg` }, camera: cameraAt(center, target) };
  });
  const objects = new Map<string, Object2D[]>();
  for (const { id, camera } of photos) {
    if (camera === undefined) continue;
    for (const { label, box } of boxes) {
      const seen = outlineOf(camera, box);
      if (seen === undefined || seen.xmin < 2 || seen.ymin < 2 || seen.xmax > 998 || seen.ymax > 748) continue;
      const list = objects.get(id) ?? [];
      const share = (pixels: number, of: number) => (pixels + noise * gauss()) / of;
      list.push({
        label,
        box: {
          xmin: share(seen.xmin, 1000),
          xmax: share(seen.xmax, 1000),
          ymin: share(seen.ymin, 750),
          ymax: share(seen.ymax, 750),
        },
      });
      objects.set(id, list);
    }
  }
  return { photos, boxes, objects };
}
