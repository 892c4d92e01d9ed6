import { endingOf } from '../file-name.ts';

/** Why what was chosen cannot be the next content of a file, if it cannot. */
export function misfitOf(chosen: readonly { readonly name: string }[], name: string): string | undefined {
  const [one, another] = chosen;
  if (!one || another) return `Choose one file: ${name} has one content at a time.`;
  const [given, wanted] = [endingOf(one.name), endingOf(name)];
  if (given === wanted) return;
  const kind = wanted ? `a .${wanted} file` : 'a file without an ending';
  return `${one.name} cannot be the content of ${name}. Choose ${kind}, or upload it as a file of its own.`;
}
