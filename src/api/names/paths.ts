import type { Api } from '../http/endpoint.ts';
import { beginsWith } from './scopes.ts';
import type { Entry, NamesTable, Tell } from './table.ts';

/** How the beginning of a path changes, segment by segment. */
export interface PathRule {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** The same as texts, where there is no placeholder in it. */
  readonly literal: { readonly length: number; readonly theirs: string } | undefined;
}

const isPlaceholder = (segment: string): boolean => /^\{\w+\}$/.test(segment);
const segmentsOf = (path: string): readonly string[] => path.replace(/(?<=.)\/$/, '').split('/');

/** A path with another beginning; what fills its placeholders, and what follows, stays. */
export function withBeginning(path: string, from: readonly string[], to: readonly string[]): string {
  const segments = path.split('/');
  const given = from.flatMap((segment, at) => (isPlaceholder(segment) ? [segments[at] ?? ''] : []));
  const beginning = to.map((segment) => (isPlaceholder(segment) ? (given.shift() ?? '') : segment));
  return [...beginning, ...segments.slice(from.length)].join('/');
}

/** Paths in words of the table, by the rules alone: links may lead to what is no operation. */
export function pathChanger(rules: readonly PathRule[]): (path: string) => string {
  const byFirst = new Map<string, PathRule[]>();
  for (const rule of rules.toSorted((one, other) => other.ours.length - one.ours.length)) {
    const first = rule.ours[1]?.toLowerCase() ?? '';
    byFirst.set(first, [...(byFirst.get(first) ?? []), rule]);
  }
  return (path) => {
    const end = path.indexOf('/', 1);
    const possible = byFirst.get((end < 0 ? path.slice(1) : path.slice(1, end)).toLowerCase());
    if (possible === undefined) return path;
    const segments = path.split('/');
    const rule = possible.find(({ ours }) =>
      ours.every((one, at) => isPlaceholder(one) || one.toLowerCase() === segments[at]?.toLowerCase()),
    );
    if (rule === undefined) return path;
    const { literal } = rule;
    return literal ? literal.theirs + path.slice(literal.length) : withBeginning(path, rule.ours, rule.theirs);
  };
}

/** The rule for a path template: the longest beginning that fits it. */
export function ruleFor(template: string, { paths }: Pick<NamesTable, 'paths'>): Entry | undefined {
  return paths
    .filter(({ ours }) => beginsWith(template, ours))
    .toSorted((one, other) => other.ours.length - one.ours.length)[0];
}

/** The rule of an entry, whose placeholders are ours on both sides. */
export function pathRule({ ours, theirs }: Entry): PathRule {
  const from = segmentsOf(ours);
  const names = from.filter(isPlaceholder);
  const to = segmentsOf(theirs).map((segment) => (isPlaceholder(segment) ? (names.shift() ?? segment) : segment));
  const literal = from.some(isPlaceholder) ? undefined : { length: from.join('/').length, theirs: to.join('/') };
  return { ours: from, theirs: to, literal };
}

const shapeOf = (template: string): string =>
  template
    .replaceAll(/\{\w+\}/g, '{}')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();

const literal = /^[A-Za-z0-9._~!$&'()*+,;=:@-]+$/;

/** Whether the paths of a table can be served beside ours; `reserved`: what is served before any operation. */
export function checkPaths(
  table: NamesTable,
  apis: readonly Api[],
  reserved: readonly string[],
  tell: Tell,
): ReadonlySet<Entry> {
  const usable = new Set(table.paths.filter((entry) => isWellFormed(entry, tell)));
  const paths = apis.flatMap((api) => api.endpoints.map(({ path }) => path.replace(/(?<=.)\/$/, '')));
  const templates = [...new Set(paths)];
  const taken = new Map(templates.map((template) => [shapeOf(template), template]));
  const used = new Set<Entry>();
  for (const template of templates) {
    const entry = ruleFor(template, { paths: [...usable] });
    if (entry === undefined) continue;
    used.add(entry);
    const { ours, theirs } = pathRule(entry);
    const address = withBeginning(template, ours, theirs);
    const other = taken.get(shapeOf(address));
    if (other === template) continue;
    if (other !== undefined) tell(entry.place, `makes ${template} to ${address}, which is the address of ${other}.`);
    else taken.set(shapeOf(address), template);
    const mount = reserved.find((prefix) => beginsWith(address, prefix));
    if (mount !== undefined) tell(entry.place, `begins with ${mount}, where this server has no operations.`);
  }
  for (const entry of usable)
    if (!used.has(entry)) tell(entry.place, 'is not the beginning of any path of ours that is not named more closely.');
  return used;
}

function isWellFormed({ ours, theirs, place }: Entry, tell: Tell): boolean {
  const [from, to] = [segmentsOf(ours), segmentsOf(theirs)];
  const wrong =
    !ours.startsWith('/') || !theirs.startsWith('/')
      ? 'must begin with a slash on both sides.'
      : !to.slice(1).every((segment) => isPlaceholder(segment) || literal.test(segment))
        ? `is '${theirs}', which is no path.`
        : from.filter(isPlaceholder).length !== to.filter(isPlaceholder).length
          ? 'must have as many placeholders on both sides.'
          : undefined;
  if (wrong !== undefined) tell(place, wrong);
  return wrong === undefined;
}
