import picomatch from 'picomatch';
import type { FlagForm } from '../arguments.ts';

export const globForms: readonly FlagForm[] = [
  { name: 'include', takes: 'one' },
  { name: 'exclude', takes: 'one' },
];

/** Whether a path with `/` is wanted: patterns without one are about the name alone. */
export function wantedBy(flags: ReadonlyMap<string, readonly string[]>): (path: string) => boolean {
  const matchers = (name: string) =>
    (flags.get(name) ?? []).map((glob) => picomatch(glob, { dot: true, basename: !glob.includes('/') }));
  const [included, excluded] = [matchers('include'), matchers('exclude')];
  return (path) => (included.length === 0 || included.some((is) => is(path))) && !excluded.some((is) => is(path));
}
