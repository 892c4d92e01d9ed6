import { calculationsOf } from './calculate.ts';
import { type Control, knownTypes, type Layout } from './controls.ts';
import { isUnreadable, readLayout } from './read.ts';

export type ErrorStatus = 'None' | 'Warning' | 'Error' | 'Critical' | 'Unknown';

/** What of the server a layout may name. */
export interface LayoutContext {
  /** GUIDs of list groups of the definition's twin. */
  readonly listGroups: ReadonlySet<string>;
  readonly images: ReadonlySet<number>;
}

export interface Verdict {
  readonly status: ErrorStatus;
  /** Sentences for people. */
  readonly reasons: readonly string[];
}

/** What is wrong with the text of a layout, by the worst. */
export function validateLayout(text: string, around: LayoutContext): Verdict {
  const layout = readLayout(text);
  if (isUnreadable(layout)) return { status: 'Critical', reasons: [layout.reason] };
  const errors = [...repeated(layout), ...wrongFormulas(layout), ...dangling(layout, around)];
  if (errors.length > 0) return { status: 'Error', reasons: errors };
  const unknown = layout.all.filter(({ type }) => !knownTypes.has(type));
  const warnings = [...new Set(unknown.map(({ type }) => `Control type ${type} is not known.`))];
  return { status: warnings.length > 0 ? 'Warning' : 'None', reasons: warnings };
}

function repeated({ all }: Layout): string[] {
  const bound = all.filter(({ type }) => type !== 'Label' && type !== 'Panel');
  const byKey = Map.groupBy(bound, ({ key }) => key);
  return [...byKey].flatMap(([key, some]) => (key !== undefined && some.length > 1 ? [`${key} is bound twice.`] : []));
}

const faultTexts = { unparsable: 'cannot be read', circle: 'needs its own value' };

const wrongFormulas = (layout: Layout): string[] =>
  calculationsOf(layout).faults.map(({ key, fault }) => `The formula of ${key} ${faultTexts[fault]}.`);

function dangling({ all }: Layout, { listGroups, images }: LayoutContext): string[] {
  const missing = all.filter(({ type, members }) => type === 'StaticImage' && !images.has(Number(members.FileId)));
  return [
    ...listGroupsIn(all).flatMap((id) => (listGroups.has(id) ? [] : [`List group ${id} is not there.`])),
    ...missing.map(({ members }) => `Static image ${String(members.FileId)} is not there.`),
  ];
}

/** The list groups that controls name, columns of tables included, each once and in lower case. */
export function listGroupsIn(all: readonly Control[]): string[] {
  const controls = all.flatMap((one) => [one, ...one.columns]);
  const named = controls.filter(({ type }) => type === 'CascadingList').map(({ members }) => members.ListGroupId);
  return [...new Set(named.filter((id) => typeof id === 'string').map((id) => id.toLowerCase()))];
}
