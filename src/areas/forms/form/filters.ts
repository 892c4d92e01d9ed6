import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { instant, line, optional, uuid } from '../../../kernel/schema/shapes.ts';
import { parseInstant } from '../../../std/instant.ts';
import { uidOf } from '../item-id.ts';
import type { State } from '../workflow/workflow.ts';
import type { FormFilter } from './store.ts';

/** The filters of a list of forms. */
export const formFilters = {
  type: optional(line()),
  state: optional(line({ description: 'Open, Closed or Draft, in any case.' })),
  discipline: optional(line()),
  status: optional(line({ untrimmed: true })),
  assigneeId: optional(uuid('A user or role among those who are responsible.')),
  formDefinitionId: optional(line({ max: 200 })),
  modelId: optional(uuid('Of the element that a form is about.')),
  elementId: optional(line({ max: 2000, description: 'One id; a form may be about several elements.' })),
  search: optional(line({ max: 255, description: 'Part of number, subject or description, without case.' })),
  dueBefore: optional(instant()),
};

/** Those of them that version 1 does not have. */
export const onlyIn2: readonly string[] = Object.keys(formFilters).filter(
  (name) => name !== 'type' && name !== 'state',
);

export interface FormQuery {
  readonly type?: string;
  readonly state?: string;
  readonly discipline?: string;
  readonly status?: string;
  readonly assigneeId?: string;
  readonly formDefinitionId?: string;
  readonly modelId?: string;
  readonly elementId?: string;
  readonly search?: string;
  readonly dueBefore?: string;
}

const states: Readonly<Record<string, State>> = { open: 'Open', closed: 'Closed', draft: 'Draft' };
const stateOf = (text: string): State | undefined =>
  Object.hasOwn(states, text.toLowerCase()) ? states[text.toLowerCase()] : undefined;

const wrong = (target: string): Detail => ({
  code: 'InvalidParameter',
  message: `The ${target} query parameter value is incorrect.`,
  target,
});

/** Faults of the filters that no schema says. */
export function checkFilters({ query }: RawInput): Detail[] {
  const { state, formDefinitionId } = query;
  return [
    ...(typeof state === 'string' && stateOf(state) === undefined ? [wrong('state')] : []),
    ...(typeof formDefinitionId === 'string' && uidOf(formDefinitionId) === undefined
      ? [wrong('formDefinitionId')]
      : []),
  ];
}

export function filterOf(twinId: string, query: FormQuery): FormFilter {
  const { type, state, discipline, status, assigneeId, formDefinitionId, modelId, elementId, search, dueBefore } =
    query;
  return {
    twinId,
    type,
    discipline,
    status,
    elementId,
    search,
    state: state === undefined ? undefined : stateOf(state),
    assigneeId: assigneeId?.toLowerCase(),
    definitionUid: formDefinitionId === undefined ? undefined : uidOf(formDefinitionId),
    modelId: modelId?.toLowerCase(),
    dueBefore: dueBefore === undefined ? undefined : parseInstant(dueBefore),
  };
}
