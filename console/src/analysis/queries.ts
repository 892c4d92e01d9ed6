import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, platform } from '../platform/client.ts';
import { Problem } from '../platform/problem.ts';
import { addressOf } from '../reality/queries.ts';
import { type Analysis, analysisOf1, analysisOf2, isUnderWay } from './analysis.ts';

const jobs1 = '/realitydataanalysis/jobs';
const jobs2 = '/reality-analysis/jobs';
const perPage = 200;
const lookEveryMs = 10_000;
const lookWhileBusyMs = 2000;

const tokenOf = (links: { readonly next: { readonly href: string } } | undefined): string | undefined =>
  links && (new URL(links.next.href).searchParams.get('continuationToken') ?? undefined);

interface Place {
  /** Where each version goes on; absent: it has no more. */
  readonly first?: string | undefined;
  readonly second?: string | undefined;
}

const beginning: Place = { first: '', second: '' };

/** The analyses of a twin, of both versions of the API. */
export const analysesQuery = (twinId: string) =>
  infiniteQueryOptions({
    queryKey: ['analyses', twinId],
    initialPageParam: beginning,
    async queryFn({ pageParam: { first, second } }) {
      const $filter = `twinId eq ${twinId}`;
      const asked = (token: string) => ({
        params: { query: { $filter, $top: perPage, ...(token ? { continuationToken: token } : {}) } },
      });
      const [one, two] = await Promise.all([
        first === undefined ? undefined : answerOf(platform.realityAnalysisV1.GET(jobs1, asked(first))),
        second === undefined ? undefined : answerOf(platform.realityAnalysis.GET(jobs2, asked(second))),
      ]);
      const analyses = [...(one?.jobs ?? []).map(analysisOf1), ...(two?.jobs ?? []).map(analysisOf2)];
      return { analyses, next: { first: tokenOf(one?._links), second: tokenOf(two?._links) } };
    },
    getNextPageParam: ({ next }) => (next.first === undefined && next.second === undefined ? undefined : next),
    select: ({ pages }) =>
      pages.flatMap(({ analyses }) => analyses).toSorted((a, b) => b.created.localeCompare(a.created)),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ analyses }) => analyses.some(isUnderWay)) ? lookWhileBusyMs : lookEveryMs,
  });

const isMissing = (error: unknown): boolean => error instanceof Problem && error.status === 404;

/** One analysis, of whichever version it is. */
export const analysisQuery = (id: string) =>
  queryOptions({
    queryKey: ['analysis', id],
    queryFn: () => analysisBy(id),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? lookWhileBusyMs : false),
  });

async function analysisBy(id: string): Promise<Analysis> {
  try {
    return analysisOf2(
      (await answerOf(platform.realityAnalysis.GET(`${jobs2}/{id}`, { params: { path: { id } } }))).job,
    );
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const call = platform.realityAnalysisV1.GET(`${jobs1}/{jobId}`, { params: { path: { jobId: id } } });
  return analysisOf1((await answerOf(call)).job);
}

/** How far it is, percent. */
export const progressQuery = ({ id, version }: Pick<Analysis, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['analysis', id, 'progress'],
    async queryFn(): Promise<number> {
      if (version === 1) {
        const call = platform.realityAnalysisV1.GET(`${jobs1}/{jobId}/progress`, { params: { path: { jobId: id } } });
        return (await answerOf(call)).progress.percentage;
      }
      const call = platform.realityAnalysis.GET(`${jobs2}/{id}/progress`, { params: { path: { id } } });
      return (await answerOf(call)).progress.percentage;
    },
    refetchInterval: 1000,
  });

/** The jobs of the server that run the analyses of a twin: what each does just now. */
export const runsQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['jobs', twinId, 'analyses'],
    async queryFn() {
      const query = {
        twinId,
        kind: ['realityAnalysis.job'],
        state: ['Queued' as const, 'Running' as const],
        $top: 100,
      };
      return (await answerOf(platform.jobs.GET('/jobs/', { params: { query } }))).jobs;
    },
    refetchInterval: lookWhileBusyMs,
  });

/** What an analysis tells: why it failed, what it left out. */
export interface Told {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

interface Message {
  readonly message: string;
  readonly params: readonly string[];
}

const sentence = ({ message, params }: Message): string =>
  params.reduce((text, value, n) => text.replaceAll(`%${n + 1}`, value), message);

export const toldQuery = ({ id, version, state }: Pick<Analysis, 'id' | 'version' | 'state'>) =>
  queryOptions({
    queryKey: ['analysis', id, 'told', state],
    async queryFn(): Promise<Told> {
      const told =
        version === 1
          ? (await answerOf(platform.realityAnalysisV1.GET(`${jobs1}/{jobId}`, { params: { path: { jobId: id } } })))
              .job.executionInformation
          : (await answerOf(platform.realityAnalysis.GET(`${jobs2}/{id}/messages`, { params: { path: { id } } })))
              .messages;
      return { errors: (told?.errors ?? []).map(sentence), warnings: (told?.warnings ?? []).map(sentence) };
    },
  });

export async function cancelAnalysis({ id, version }: Pick<Analysis, 'id' | 'version'>): Promise<void> {
  if (version === 2) {
    await answerOf(platform.realityAnalysis.DELETE(`${jobs2}/{id}`, { params: { path: { id } } }));
    return;
  }
  await setState1(id, 'cancelled');
}

const setState1 = (jobId: string, state: 'active' | 'cancelled') =>
  answerOf(platform.realityAnalysisV1.PATCH(`${jobs1}/{jobId}`, { params: { path: { jobId } }, body: { state } }));

export interface NewAnalysis {
  readonly version: 1 | 2;
  readonly type: string;
  readonly twinId: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Starts an analysis; answers its id. */
export async function startAnalysis(asked: NewAnalysis): Promise<string> {
  const { type, twinId, name, options } = asked;
  const outputs = [...asked.outputs];
  if (asked.version === 2) {
    const specifications = { inputs: { ...asked.inputs }, outputs, options: { ...options } };
    const body = { type, twinId, name, specifications };
    return (await answerOf(platform.realityAnalysis.POST(jobs2, { body }))).job.id;
  }
  const inputs = Object.entries(asked.inputs).map(([role, id]) => ({ type: role, id }));
  const body = { type, twinId, name, inputs, outputs, options: { ...options } };
  const { job } = await answerOf(platform.realityAnalysisV1.POST(jobs1, { body }));
  await setState1(job.id, 'active');
  return job.id;
}

/** The figures of an evaluation, as they lie in the bucket of the twin. */
export const reportQuery = (twinId: string, path: string) =>
  queryOptions({
    queryKey: ['analysis report', twinId, path],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn(): Promise<unknown> {
      const call = platform.realityAnalysis.GET('/reality-analysis/twins/{twinId}/bucket', {
        params: { path: { twinId } },
      });
      const link = (await answerOf(call))._links.containerUrl.href;
      const answer = await fetch(addressOf(link, path.replace(/^bkt:/, '')));
      if (!answer.ok) throw new Error('The figures of this evaluation are not there any more.');
      return answer.json();
    },
  });
