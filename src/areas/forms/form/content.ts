import { membersOf } from '../../../std/records.ts';
import type { CalculationFault } from '../layout/calculate.ts';
import type { FormRow } from '../tables.ts';

/** Somebody who is responsible: a user, or with `isRole` everybody who holds a role. */
export interface Assignee {
  readonly id: string;
  readonly displayName: string;
  readonly isRole: boolean;
}

export type Properties = Readonly<Record<string, unknown>>;

/** What people decide of a form, in the terms of the API; the rest follows. Undefined: not set. */
export interface Content {
  readonly subject: string | undefined;
  readonly description: string | undefined;
  /** Milliseconds since 1970. */
  readonly dueDate: number | undefined;
  readonly status: string | undefined;
  readonly assignee: Assignee | undefined;
  readonly assignees: readonly Assignee[] | undefined;
  /** By the names of `originMembers`. */
  readonly origin: Properties;
  readonly properties: Properties;
  /** Why calculated values are not among the properties. */
  readonly calculationFaults: readonly CalculationFault[];
}

export const nothing: Content = {
  subject: undefined,
  description: undefined,
  dueDate: undefined,
  status: undefined,
  assignee: undefined,
  assignees: undefined,
  origin: {},
  properties: {},
  calculationFaults: [],
};

const parsed = <T>(text: string | null): T | undefined => (text === null ? undefined : JSON.parse(text));

export const contentOf = (row: FormRow): Content => ({
  subject: row.subject ?? undefined,
  description: row.description ?? undefined,
  dueDate: row.due ?? undefined,
  status: row.status ?? undefined,
  assignee: parsed<Assignee>(row.assignee),
  assignees: parsed<readonly Assignee[]>(row.assignees),
  origin: parsed<Properties>(row.origin) ?? {},
  properties: parsed<Properties>(row.properties) ?? {},
  calculationFaults: parsed<readonly CalculationFault[]>(row.calculation_faults) ?? [],
});

/** The columns of a content. */
export const columnsOf = (content: Content) => ({
  subject: content.subject ?? null,
  description: content.description ?? null,
  due: content.dueDate ?? null,
  status: content.status ?? null,
  assignee: content.assignee ? JSON.stringify(content.assignee) : null,
  assignees: content.assignees ? JSON.stringify(content.assignees) : null,
  origin: JSON.stringify(content.origin),
  properties: JSON.stringify(content.properties),
  calculation_faults: content.calculationFaults.length > 0 ? JSON.stringify(content.calculationFaults) : null,
});

/** Everybody who is responsible, each once. */
export function responsible({ assignee, assignees }: Pick<Content, 'assignee' | 'assignees'>): Assignee[] {
  const all = [...(assignee ? [assignee] : []), ...(assignees ?? [])];
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

/** The elements of a model that a form is about. */
export function elementsOf({ origin }: Pick<Content, 'origin'>): { modelId: string; elementIds: string[] } | undefined {
  const modelElement = membersOf(membersOf(origin.sourceEntity).modelElement);
  if (typeof modelElement.modelId !== 'string' || typeof modelElement.elementId !== 'string') return undefined;
  const elementIds = [...new Set(modelElement.elementId.split(/\s+/).filter((one) => one !== ''))];
  return { modelId: modelElement.modelId.toLowerCase(), elementIds };
}

/** What events name as the source of a form. */
export function sourceIdOf({ origin }: Pick<Content, 'origin'>): string | null {
  const { modelElement, storageFile } = membersOf(origin.sourceEntity);
  const { id } = membersOf(origin.item);
  const found = [membersOf(modelElement).elementId, membersOf(storageFile).fileId, id].find(
    (one) => typeof one === 'string',
  );
  return typeof found === 'string' ? found : null;
}
