/** Labels of what is met piece by piece: 0, 1, 2 …; where two turn out to be of one thing, the older one stays. */
export interface Labels {
  /** The next label. */
  begun(): number;
  /** The label that stands for one. */
  rootOf(label: number): number;
  /** The label that stands for two from now on, which are of one thing. */
  joined(one: number, other: number): number;
}

export function noLabels(): Labels {
  const parents: number[] = [];
  const rootOf = (label: number): number => {
    let root = label;
    while (parents[root] !== root) root = parents[root] ?? root;
    for (let at = label; at !== root; ) {
      const next = parents[at] ?? root;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  return {
    begun: () => parents.push(parents.length) - 1,
    rootOf,
    joined(one, other) {
      const a = rootOf(one);
      const b = rootOf(other);
      const root = Math.min(a, b);
      parents[Math.max(a, b)] = root;
      return root;
    },
  };
}
