/** How many letters two names have in common at their beginnings and ends. */
export function likeness(one: string, two: string): number {
  const most = Math.min(one.length, two.length);
  let [before, after] = [0, 0];
  while (before < most && one[before]?.toLowerCase() === two[before]?.toLowerCase()) before++;
  while (after < most - before && one.at(-1 - after)?.toLowerCase() === two.at(-1 - after)?.toLowerCase()) after++;
  return before + after;
}
