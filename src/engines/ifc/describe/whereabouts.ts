import type { Vector } from '../../matrix.ts';
import type { Box } from '../../snapshot/types.ts';

/** Where the elements of a model are: their boxes, without keeping the elements. Metres of the model. */
export interface Whereabouts {
  add(box: Box): void;
  readonly count: number;
  box(place: number): Box;
  /** The middle of most of them: a few far away do not move it. Undefined where no element has a box. */
  middle(): Vector | undefined;
  /** The lowest points of most of them. */
  bottom(): number | undefined;
  /** Whether nearly all are farther from a place, on the ground, than so many metres. */
  areAwayFrom(place: Vector, metres: number): boolean;
}

const stride = 6;
/** Share of the elements that may be elsewhere. */
const strays = 0.1;

export function newWhereabouts(): Whereabouts {
  let corners = new Float64Array(stride * 64);
  let count = 0;
  const at = (place: number, n: number) => corners[stride * place + n] ?? 0;
  const medianOf = (value: (place: number) => number) =>
    Float64Array.from({ length: count }, (_, place) => value(place)).sort()[count >> 1];
  const middleAlong = (axis: number) => medianOf((place) => (at(place, axis) + at(place, 3 + axis)) / 2) ?? 0;
  return {
    add({ low, high }) {
      if (stride * count === corners.length) corners = enlarged(corners);
      corners.set([...low, ...high], stride * count++);
    },
    get count() {
      return count;
    },
    box: (place) => ({
      low: [at(place, 0), at(place, 1), at(place, 2)],
      high: [at(place, 3), at(place, 4), at(place, 5)],
    }),
    middle: () => (count === 0 ? undefined : [middleAlong(0), middleAlong(1), middleAlong(2)]),
    bottom: () => medianOf((place) => at(place, 2)),
    areAwayFrom([x, y], metres) {
      let away = 0;
      for (let place = 0; place < count; place++) {
        const across = Math.max(at(place, 0) - x, x - at(place, 3), 0);
        const along = Math.max(at(place, 1) - y, y - at(place, 4), 0);
        if (Math.hypot(across, along) > metres) away++;
      }
      return count > 0 && away >= (1 - strays) * count;
    },
  };
}

function enlarged(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}
