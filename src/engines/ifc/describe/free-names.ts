/** Gives every name once: the second time it is asked for one, `name~2`, then `name~3` …, skipping what was given. */
export function freeNames(): (name: string) => string {
  const taken = new Set<string>();
  const last = new Map<string, number>();
  return (name) => {
    let free = name;
    let n = last.get(name) ?? 1;
    while (taken.has(free)) free = `${name}~${++n}`;
    last.set(name, n);
    taken.add(free);
    return free;
  };
}
