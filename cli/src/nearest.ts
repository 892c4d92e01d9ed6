/** How many letters differ between two words. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1] ? 0 : 1;
      now.push(Math.min((now[at - 1] ?? 0) + 1, (before[at] ?? 0) + 1, (before[at - 1] ?? 0) + same));
    }
    before = now;
  }
  return before[other.length] ?? 0;
}

/** The names that are most like a word, the most alike first. */
export function nearest(word: string, names: Iterable<string>, most = 3): string[] {
  return ranked(word, names)
    .slice(0, most)
    .map(({ name }) => name);
}

/** The name that was meant, if one is like it. */
export function meant(word: string, names: Iterable<string>): string | undefined {
  const [first] = ranked(word, names);
  return first && first.far <= Math.max(2, word.length / 3) ? first.name : undefined;
}

function ranked(word: string, names: Iterable<string>) {
  const plain = word.toLowerCase();
  return [...new Set(names)]
    .map((name) => ({ name, far: farFrom(plain, name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
}

const farFrom = (word: string, name: string): number => (name.startsWith(word) ? 0.5 : distance(word, name));
