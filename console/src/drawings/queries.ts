import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform, requestOf } from '../platform/client.ts';
import { Problem } from '../platform/problem.ts';
import type { Prediction } from './sheet/prediction.ts';

type Shapes = Schemas['pnidToTwin'];
export type Inference = Shapes['PnIDInference'];
export type Input = Shapes['PnIDInput'];
export type Run = Shapes['PnIDRun'];
export type Result = Shapes['PnIDResult'];
export type SymbolSet = Shapes['PnIDSymbolSetListed'];

const api = platform.pnidToTwin;
const prefix = '/synchronization/pnidtoitwin';
const perPage = 50;
const lookEveryMs = 2000;

/** The drawings of a twin: sheets that were read together, the newest first. */
export const inferencesQuery = (twinId: string) =>
  infiniteQueryOptions({
    queryKey: ['drawings', twinId],
    initialPageParam: '',
    async queryFn({ pageParam }) {
      const query = { twinId, $top: perPage, ...(pageParam ? { $continuationToken: pageParam } : {}) };
      const { inferences, _links } = await answerOf(
        api.GET('/synchronization/pnidtoitwin/inferences', { params: { query } }),
      );
      const next = _links.next && new URL(_links.next.href).searchParams.get('$continuationToken');
      return { inferences, next: next ?? undefined };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ inferences }) => inferences),
  });

const of = (inferenceId: string) => ({ params: { path: { inferenceId } } });

export const inferenceQuery = (id: string) =>
  queryOptions({
    queryKey: ['drawing', id],
    queryFn: async () =>
      (await answerOf(api.GET('/synchronization/pnidtoitwin/inferences/{inferenceId}', of(id)))).inference,
  });

export const inputsQuery = (id: string) =>
  queryOptions({
    queryKey: ['drawing', id, 'inputs'],
    queryFn: async () =>
      (await answerOf(api.GET('/synchronization/pnidtoitwin/inferences/{inferenceId}/inputs', of(id)))).inputs,
  });

export const goesOn = (run: Pick<Run, 'status'> | null | undefined): boolean =>
  run?.status === 'queued' || run?.status === 'inProgress';

/** The run, or null where there is none. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['drawing', id, 'run'],
    async queryFn() {
      try {
        return (await answerOf(api.GET('/synchronization/pnidtoitwin/inferences/{inferenceId}/run', of(id)))).run;
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (goesOn(state.data) ? lookEveryMs : false),
  });

/** The job of a run that goes on. */
export const runJobQuery = (twinId: string, id: string) =>
  queryOptions({
    queryKey: ['jobs', twinId, 'drawing', id],
    async queryFn() {
      const query = { twinId, kind: ['pnid.recognise'], state: ['Queued', 'Running'] as const, $top: 100 };
      const { jobs } = await answerOf(
        platform.jobs.GET('/jobs/', { params: { query: { ...query, state: [...query.state] } } }),
      );
      return jobs.find((job) => job._links.resource?.href.includes(`/inferences/${id}/`)) ?? null;
    },
    refetchInterval: lookEveryMs,
  });

export const resultsQuery = (id: string) =>
  queryOptions({
    queryKey: ['drawing', id, 'results'],
    queryFn: async () =>
      (await answerOf(api.GET('/synchronization/pnidtoitwin/inferences/{inferenceId}/run/results', of(id)))).results,
  });

export interface Metadata {
  readonly results_summary: Readonly<Record<string, { readonly regions_count: number; readonly tags_count: number }>>;
  readonly user_errors: readonly { readonly error_code: string; readonly location: string }[];
  /** Sheets with corrections that were made before the run. */
  readonly reviews?: Readonly<Record<string, ReviewSummary>>;
}

export interface ReviewSummary {
  readonly kept_count: number;
  readonly lost_count: number;
  readonly lost: readonly LostCorrection[];
}

export interface LostCorrection {
  readonly kind: 'symbol' | 'text' | 'line';
  readonly model_class?: string;
  readonly label?: string;
  readonly position: readonly [x: number, y: number];
  readonly reason: 'empty' | 'changed';
}

export const metadataName = 'metadata.json';

/** What is told of a run as a whole: its sheets, and what could not be read. */
export const metadataQuery = (id: string) =>
  queryOptions({
    queryKey: ['drawing', id, 'metadata'],
    queryFn: async (): Promise<Metadata> => (await requestOf(contentPath(id, metadataName))).json(),
  });

/** Where a file of a run is. */
export const contentPath = (id: string, name: string): string =>
  `${prefix}/inferences/${id}/run/results/${fileIdOf(name)}/content`;

/** Where what was found is as a table; what is empty is left out. */
export const tablePath = (id: string, query: Readonly<Record<string, string>>): string =>
  `${prefix}/inferences/${id}/run/table?${new URLSearchParams(Object.entries(query).filter(([, value]) => value))}`;

/** The id of a file is its name in base64. */
export function fileIdOf(name: string): string {
  const bytes = new TextEncoder().encode(name);
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('=', '-').replaceAll('/', '_').replaceAll('+', '~');
}

export interface OpenSheet {
  readonly prediction: Prediction;
  /** What a change must name. */
  readonly tag: string;
}

export const sheetQuery = (id: string, sheet: string) =>
  queryOptions({
    queryKey: ['drawing', id, 'sheet', sheet],
    staleTime: Number.POSITIVE_INFINITY, // what is being reviewed changes by nobody but who reviews it
    gcTime: 0,
    async queryFn(): Promise<OpenSheet> {
      const response = await requestOf(contentPath(id, `${sheet}.json`));
      return { prediction: await response.json(), tag: response.headers.get('etag') ?? '' };
    },
  });

/** What a person last said of one thing of a sheet, or null. */
export const correctionQuery = (id: string, sheet: string, itemId: string) =>
  queryOptions({
    queryKey: ['drawing', id, 'corrections', sheet, itemId],
    enabled: itemId !== '',
    async queryFn() {
      const params = { path: { inferenceId: id }, query: { sheet, itemId } };
      const { corrections } = await answerOf(
        api.GET('/synchronization/pnidtoitwin/inferences/{inferenceId}/corrections', { params }),
      );
      return corrections[0] ?? null;
    },
  });

/** The picture of a sheet, as an address of this page. */
export const pictureQuery = (id: string, sheet: string) =>
  queryOptions({
    queryKey: ['drawing', id, 'picture', sheet],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => URL.createObjectURL(await (await requestOf(contentPath(id, `${sheet}.png`))).blob()),
  });

export const setsQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['symbol-sets', twinId],
    queryFn: async () =>
      (await answerOf(api.GET('/synchronization/pnidtoitwin/symbolsets', { params: { query: { twinId } } })))
        .symbolSets,
  });

const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  dxf: 'image/vnd.dxf',
  png: 'image/png',
  bmp: 'image/bmp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};
export const accepted = Object.keys(types).map((ending) => `.${ending}`);

const typeOf = (name: string): string | undefined => types[name.split('.').at(-1)?.toLowerCase() ?? ''];
export const isDrawing = ({ name }: Pick<File, 'name'>): boolean => typeOf(name) !== undefined;

export async function createInference(twinId: string, symbolSetId: string | null): Promise<Inference> {
  const body = { modelVersion: '1.3', twinId, ...(symbolSetId ? { symbolSetId } : {}) };
  return (await answerOf(api.POST('/synchronization/pnidtoitwin/inferences', { body }))).inference;
}

export async function uploadInput(id: string, file: File): Promise<void> {
  const headers = {
    'Content-Type': typeOf(file.name) ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  };
  await requestOf(`${prefix}/inferences/${id}/inputs/`, { method: 'POST', headers, body: file });
}

export async function startRun(id: string): Promise<void> {
  await answerOf(api.POST('/synchronization/pnidtoitwin/inferences/{inferenceId}/run', of(id)));
}
export async function removeRun(id: string): Promise<void> {
  await answerOf(api.DELETE('/synchronization/pnidtoitwin/inferences/{inferenceId}/run', of(id)));
}
export async function removeInference(id: string): Promise<void> {
  await answerOf(api.DELETE('/synchronization/pnidtoitwin/inferences/{inferenceId}', of(id)));
}

/** Keeps a reviewed sheet; answers what the next change must name. Errors: 412, when somebody else has changed it. */
export async function saveSheet(id: string, sheet: string, { prediction, tag }: OpenSheet): Promise<string> {
  const headers = { 'Content-Type': 'application/json', 'If-Match': tag };
  const init = { method: 'PUT', headers, body: JSON.stringify(prediction) };
  return (await requestOf(contentPath(id, `${sheet}.json`), init)).headers.get('etag') ?? '';
}

export async function createSet(twinId: string, displayName: string): Promise<{ readonly id: string }> {
  const body = { twinId, displayName };
  return (await answerOf(api.POST('/synchronization/pnidtoitwin/symbolsets', { body }))).symbolSet;
}

export async function removeSet(setId: string): Promise<void> {
  await answerOf(api.DELETE('/synchronization/pnidtoitwin/symbolsets/{setId}', { params: { path: { setId } } }));
}

export interface Asked {
  readonly inferenceId: string;
  readonly sheet: string;
}

export const learnSymbols = (setId: string, body: Asked & { readonly regionIds: string[] }) =>
  answerOf(api.POST('/synchronization/pnidtoitwin/symbolsets/{setId}/learn', { params: { path: { setId } }, body }));

export const tryOutSet = (setId: string, body: Asked) =>
  answerOf(api.POST('/synchronization/pnidtoitwin/symbolsets/{setId}/trial', { params: { path: { setId } }, body }));
