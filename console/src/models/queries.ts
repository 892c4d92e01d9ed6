import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../platform/client.ts';
import { allOf } from '../platform/paging.ts';

export type Model = Schemas['models']['Model'];
export type Changeset = Schemas['models']['Changeset'];
export type ChangesetDetail = Schemas['models']['ChangesetDetail'];

const lookWhileBusyMs = 2000;
const lookEveryMs = 10_000;

/** The models of a twin, by name. */
export const modelsQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['models', twinId],
    queryFn: () =>
      allOf<Model>(async (paging) => {
        const call = platform.models.GET('/models/', { params: { query: { twinId, ...paging } } });
        const { models, _links } = await answerOf(call);
        return { items: models, more: _links.next !== undefined };
      }),
    refetchInterval: ({ state }) =>
      state.data?.some((model) => model.state === 'Importing') ? lookWhileBusyMs : lookEveryMs,
  });

export const modelQuery = (modelId: string) =>
  queryOptions({
    queryKey: ['model', modelId],
    queryFn: async () =>
      (await answerOf(platform.models.GET('/models/{modelId}', { params: { path: { modelId } } }))).model,
    refetchInterval: ({ state }) => (state.data?.state === 'Importing' ? lookWhileBusyMs : false),
  });

/** The versions of a model, newest first. */
export const changesetsQuery = (modelId: string) =>
  queryOptions({
    queryKey: ['model', modelId, 'changesets'],
    async queryFn() {
      const all = await allOf<Changeset>(async (query) => {
        const params = { path: { modelId }, query };
        const { changesets, _links } = await answerOf(platform.models.GET('/models/{modelId}/changesets', { params }));
        return { items: changesets, more: _links.next !== undefined };
      });
      return all.reverse();
    },
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === 'Importing') ? lookWhileBusyMs : lookEveryMs,
  });

/** One version with the report of its import. */
export const changesetQuery = (modelId: string, changesetId: string, state: Changeset['state']) =>
  queryOptions({
    queryKey: ['model', modelId, 'changeset', changesetId, state],
    async queryFn() {
      const params = { path: { modelId, changesetId } };
      const call = platform.models.GET('/models/{modelId}/changesets/{changesetId}', { params });
      return (await answerOf(call)).changeset;
    },
  });

/** Begins the import of a failed version again, or ends a running one. */
export async function changeImport(modelId: string, changesetId: string, verb: 'retry' | 'cancel'): Promise<void> {
  const params = { path: { modelId, changesetId } };
  if (verb === 'retry')
    await answerOf(platform.models.POST('/models/{modelId}/changesets/{changesetId}/retry', { params }));
  else await answerOf(platform.models.POST('/models/{modelId}/changesets/{changesetId}/cancel', { params }));
}

/** The running and waiting imports of a twin by the changeset that they import. */
export const importsQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['jobs', twinId, 'imports'],
    async queryFn() {
      const query = { twinId, kind: ['models.import'], state: ['Queued', 'Running'], $top: 100 } as const;
      const { jobs } = await answerOf(
        platform.jobs.GET('/jobs/', {
          params: { query: { ...query, kind: [...query.kind], state: [...query.state] } },
        }),
      );
      return new Map(jobs.map((job) => [job._links.resource?.href.split('/').at(-1) ?? '', job]));
    },
    refetchInterval: lookWhileBusyMs,
  });
