import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../platform/client.ts';

export type Job = Schemas['capture']['CaptureJob'];
export type Workspace = Schemas['capture']['Workspace'];
export type NewJob = Schemas['capture']['CaptureJobCreate'];
export type Message = NonNullable<NonNullable<Job['executionInformation']>['errors']>[number];

const api = platform.capture;
const path = '/capture/jobs';
const pageSize = 200;
const lookEveryMs = 10_000;
const lookWhileBusyMs = 2000;

export const isUnderWay = ({ state }: Pick<Job, 'state'>): boolean => state === 'active';

/** The jobs of a twin, the newest first. */
export const jobsQuery = (twinId: string) =>
  infiniteQueryOptions({
    queryKey: ['capture', twinId, 'jobs'],
    initialPageParam: '',
    async queryFn({ pageParam: continuationToken }) {
      const query = { $filter: `twinId eq ${twinId}`, $top: pageSize };
      const params = { query: { ...query, ...(continuationToken ? { continuationToken } : {}) } };
      const { jobs, _links } = await answerOf(api.GET(path, { params }));
      return { jobs, next: _links && (new URL(_links.next.href).searchParams.get('continuationToken') ?? undefined) };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ jobs }) => jobs),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ jobs }) => jobs.some(isUnderWay)) ? lookWhileBusyMs : lookEveryMs,
  });

const ofJob = (id: string) => ({ params: { path: { id } } });

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['capture job', id],
    queryFn: async () => (await answerOf(api.GET(`${path}/{id}`, ofJob(id)))).job,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? lookWhileBusyMs : false),
  });

export const progressQuery = (id: string) =>
  queryOptions({
    queryKey: ['capture job', id, 'progress'],
    queryFn: async () => (await answerOf(api.GET(`${path}/{id}/progress`, ofJob(id)))).jobProgress,
    refetchInterval: ({ state }) => (state.data?.state === 'Over' ? false : 1000),
  });

/** The same work as the queue of the server tells it: it says what is being done just now. */
export const queuedQuery = (twinId: string, id: string) =>
  queryOptions({
    queryKey: ['jobs', twinId, 'capture', id],
    async queryFn() {
      const query = { twinId, kind: ['capture.job'], $top: 100 };
      const { jobs } = await answerOf(platform.jobs.GET('/jobs/', { params: { query } }));
      return jobs.find(({ _links }) => _links.resource?.href.endsWith(`${path}/${id}`)) ?? null;
    },
    refetchInterval: lookWhileBusyMs,
  });

export const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: ['capture workspace', id],
    staleTime: 60_000,
    queryFn: async () => (await answerOf(api.GET('/capture/workspaces/{id}', ofJob(id)))).workspace,
  });

export async function createWorkspace(twinId: string, name: string): Promise<Workspace> {
  return (await answerOf(api.POST('/capture/workspaces', { body: { twinId, name } }))).workspace;
}

/** Active jobs of it are cancelled; what was made stays. */
export async function removeWorkspace(id: string): Promise<void> {
  await answerOf(api.DELETE('/capture/workspaces/{id}', ofJob(id)));
}

/** Makes a job, which waits to be started. */
export async function createJob(body: NewJob): Promise<Job> {
  return (await answerOf(api.POST(path, { body }))).job;
}

const setState = (id: string, state: string) => answerOf(api.PATCH(`${path}/{id}`, { ...ofJob(id), body: { state } }));
export const startJob = (id: string) => setState(id, 'active');
export const cancelJob = (id: string) => setState(id, 'cancelled');

/** Only of a job that was not started. */
export async function removeJob(id: string): Promise<void> {
  await answerOf(api.DELETE(`${path}/{id}`, ofJob(id)));
}

const member = <T extends string>(list: readonly T[], text: string): T => {
  const found = list.find((one) => one === text);
  if (found === undefined) throw new Error(`"${text}" cannot be asked for any more.`);
  return found;
};
const types = ['Full', 'Calibration', 'Reconstruction'] as const;
const qualityNames = ['Draft', 'Medium', 'Extra'] as const;
const formats = ['CCOrientations', 'ContextScene', 'LAS', 'PLY', 'OBJ', 'Cesium 3D Tiles', 'Orthophoto/DSM'] as const;

/** A job of the same inputs and settings, started at once; answers its id. */
export async function repeatJob({ type, name, workspaceId, inputs, jobSettings, ...job }: Job): Promise<string> {
  const { quality, processingEngines, outputs } = jobSettings;
  const { gigaPixels, megaPoints } = job.costEstimationParameters ?? {};
  const { id } = await createJob({
    type: member(types, type),
    name,
    workspaceId,
    inputs,
    settings: {
      quality: member(qualityNames, quality),
      processingEngines,
      outputs: outputs.map(({ format }) => member(formats, format)),
    },
    costEstimationParameters: { gigaPixels: gigaPixels ?? 0, megaPoints: megaPoints ?? 0 },
  });
  await startJob(id);
  return id;
}
