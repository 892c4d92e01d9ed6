/** Of a triangle that no photo shows. */
export const unseen = -1;

const rounds = 12;
/** What a neighbour with the same photo is worth, beside the share of the best photo, 0 to 1. */
const together = 0.7;
/** Photos that show a triangle worse than this share of the best one are not taken for the neighbours' sake. */
const leastShare = 0.35;

/**
 * A photo for each triangle: one that shows it well, and its neighbours, too, so that there are few seams.
 * `worths`: for each photo what it is worth for each triangle. `beyond`: the neighbours over the three sides.
 */
export function labelsOf(worths: readonly Float32Array[], beyond: Int32Array): Int32Array {
  const count = beyond.length / 3;
  const best = new Float32Array(count);
  const labels = new Int32Array(count).fill(unseen);
  for (const [photo, worth] of worths.entries()) {
    for (let n = 0; n < count; n++) {
      const value = worth[n] ?? 0;
      if (value <= (best[n] ?? 0)) continue;
      best[n] = value;
      labels[n] = photo;
    }
  }
  for (let round = 0; round < rounds; round++) if (improve(worths, beyond, best, labels) === 0) break;
  return labels;
}

/** Gives every triangle the photo that is best beside its neighbours' now; answers how many have another one. */
function improve(worths: readonly Float32Array[], beyond: Int32Array, best: Float32Array, labels: Int32Array): number {
  let changes = 0;
  const around = [unseen, unseen, unseen];
  for (let n = 0; n < labels.length; n++) {
    const most = best[n] ?? 0;
    const own = labels[n] ?? unseen;
    if (most === 0) continue;
    for (let side = 0; side < 3; side++) {
      const other = beyond[3 * n + side] ?? -1;
      around[side] = other === -1 ? unseen : (labels[other] ?? unseen);
    }
    const value = (photo: number): number => {
      const share = (worths[photo]?.[n] ?? 0) / most;
      if (photo === unseen || share < leastShare) return -1;
      return share + together * around.reduce((sum, one) => sum + (one === photo ? 1 : 0), 0);
    };
    let chosen = own;
    for (const photo of around) if (photo !== chosen && value(photo) > value(chosen)) chosen = photo;
    if (chosen === own) continue;
    labels[n] = chosen;
    changes++;
  }
  return changes;
}
