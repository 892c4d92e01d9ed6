import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, platform, taggedAnswerOf } from '../../platform/client.ts';
import type { DefinitionSummary, Form, FormChange, NewForm, Version, Workflow } from './types.ts';

const api = platform.forms;
const wholly = { Prefer: 'return=representation' } as const;
const pageSize = 50;
const lookEveryMs = 30_000;

/** What forms are listed; all of it must hold. */
export interface FormFilter {
  readonly type?: string;
  readonly state?: string;
  readonly status?: string;
  readonly search?: string;
  /** A user or role. */
  readonly assigneeId?: string;
  readonly dueBefore?: string;
  readonly modelId?: string;
}

const tokenIn = (href: string | undefined): string | undefined =>
  href === undefined ? undefined : (new URL(href).searchParams.get('continuationToken') ?? undefined);

/** The forms of a twin, page after page, the newest first. */
export const formsQuery = (twinId: string, filter: FormFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['forms', twinId, filter],
    initialPageParam: '',
    async queryFn({ pageParam, signal }) {
      const paging = { $top: pageSize, ...(pageParam ? { continuationToken: pageParam } : {}) };
      const params = { query: { twinId, ...filter, ...paging }, header: wholly };
      const { formDataInstances, _links } = await answerOf(api.GET('/forms/', { params, signal }));
      return { forms: formDataInstances, next: tokenIn(_links.next?.href) };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ forms }) => forms),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 4 ? false : lookEveryMs),
  });

/** A form with the sign of its version, which a change of it names. */
export interface ReadForm {
  readonly form: Form;
  readonly etag: string;
}

async function readForm(id: string): Promise<ReadForm> {
  const { answer, etag } = await taggedAnswerOf(api.GET('/forms/{id}', { params: { path: { id } } }));
  return { form: answer.formData, etag };
}

export const formQuery = (id: string) => queryOptions({ queryKey: ['form', id], queryFn: () => readForm(id) });

/** The definition of a form, with the layout that the form was made with. */
export const layoutOfFormQuery = (id: string) =>
  queryOptions({
    queryKey: ['form', id, 'definition'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      (await answerOf(api.GET('/forms/{id}/form-definition', { params: { path: { id } } }))).formDefinition,
  });

/** The definitions of a twin, all of them or those that forms can be made of. */
export const definitionsQuery = (twinId: string, status: 'any' | 'Approved' = 'Approved') =>
  queryOptions({
    queryKey: ['definitions', twinId, status],
    async queryFn() {
      const all: DefinitionSummary[] = [];
      let next: string | undefined;
      do {
        const query = { twinId, status, $top: pageSize, ...(next ? { continuationToken: next } : {}) };
        const call = api.GET('/forms/form-definitions', { params: { query, header: wholly } });
        const { formDefinitions, _links } = await answerOf(call);
        all.push(...formDefinitions);
        next = tokenIn(_links?.next?.href);
      } while (next !== undefined && all.length < 5000);
      return all;
    },
  });

export const templatesQuery = queryOptions({
  queryKey: ['form templates'],
  staleTime: 60_000,
  queryFn: async () => (await answerOf(api.GET('/forms/templates'))).templates,
});

/** Makes a definition of a template. */
export async function importTemplate(destinationTwinId: string, templateName: string) {
  const body = { templateName, destinationTwinId };
  return (await answerOf(api.POST('/forms/templates/import', { body }))).formDefinition;
}

/** As the server names that there is none yet. */
const noWorkflow: Version<null> = { value: null, etag: '"none"' };

/** How forms of a type go from status to status, with its version; null where they may go as people like. */
export const workflowVersionQuery = (twinId: string, type: string, discipline: string | undefined) =>
  queryOptions({
    queryKey: ['workflow', twinId, type, discipline],
    staleTime: 60_000,
    async queryFn(): Promise<Version<Workflow | null>> {
      const query = { twinId, ...(discipline ? { discipline } : {}) };
      const { data, error, response } = await api.GET('/forms/workflows/{type}', { params: { path: { type }, query } });
      if (response.status === 404 && error?.error.code === 'WorkflowNotFound') return noWorkflow;
      const { answer, etag } = await taggedAnswerOf(Promise.resolve({ ...(data && { data }), error, response }));
      return { value: answer.workflow, etag };
    },
  });

/** The same without its version. */
export const workflowQuery = (twinId: string, type: string, discipline: string | undefined) => ({
  ...workflowVersionQuery(twinId, type, discipline),
  select: ({ value }: Version<Workflow | null>) => value,
});

export async function createForm(body: NewForm): Promise<Form> {
  return (await answerOf(api.POST('/forms/', { body }))).formData;
}

/** Changes a form as it was read; refused where somebody else has changed it meanwhile. */
export async function changeForm({ form, etag }: ReadForm, body: FormChange): Promise<Form> {
  const init = { params: { path: { id: form.id } }, headers: { 'If-Match': etag }, body };
  return (await answerOf(api.PATCH('/forms/{id}', init))).formData;
}

export async function removeForm(id: string): Promise<void> {
  await answerOf(api.DELETE('/forms/{id}', { params: { path: { id } } }));
}

/** Keys of everything that shows a form. */
export const shownForms = (twinId: string) => [['forms', twinId], ['form']] as const;
