import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, platform } from '../platform/client.ts';
import { queryClient } from '../platform/query-client.ts';
import { isOutput, optionsOf, targetsOf } from './kinds.ts';
import type { ConversionJob, ConversionOptions, Listed, OutputType } from './shapes.ts';

const root = '/reality-management/reality-data';
const api = platform.realityData;
const pageSize = 500;
const lookEveryMs = 10_000;
const lookWhileBusyMs = 2000;
const mostPages = 20;

const tokenOf = (links: { readonly next: { readonly href: string } } | undefined): string | undefined =>
  links ? (new URL(links.next.href).searchParams.get('continuationToken') ?? undefined) : undefined;

/** The reality data of a twin, the newest first. */
export const realityQuery = (twinId: string) =>
  infiniteQueryOptions({
    queryKey: ['reality', twinId, 'list'],
    initialPageParam: '',
    async queryFn({ pageParam: continuationToken }) {
      const query = { twinId, $top: pageSize, $orderBy: 'createdDateTime desc' };
      const params = {
        query: { ...query, ...(continuationToken ? { continuationToken } : {}) },
        header: { Prefer: 'return=representation' } as const,
      };
      const { realityData, _links } = await answerOf(api.GET(`${root}/`, { params }));
      return { realityData, next: tokenOf(_links) };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ realityData }) => realityData),
    refetchInterval: lookEveryMs,
  });

/** Those of a twin that can be put into a scene, by name. */
export const allRealityQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['reality', twinId, 'all'],
    async queryFn() {
      const all: Listed[] = [];
      let continuationToken: string | undefined;
      for (let page = 0; page < mostPages; page++) {
        const query = { twinId, $top: 1000, ...(continuationToken ? { continuationToken } : {}) };
        const header = { Prefer: 'return=representation' } as const;
        const { realityData, _links } = await answerOf(api.GET(`${root}/`, { params: { query, header } }));
        all.push(...realityData);
        continuationToken = tokenOf(_links);
        if (!continuationToken) break;
      }
      return all;
    },
  });

const jobs = '/realityconversion/jobs';

/** The conversions of a twin, the newest first. */
export const conversionsQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['reality', twinId, 'conversions'],
    async queryFn(): Promise<ConversionJob[]> {
      const query = { $filter: `twinId eq ${twinId}`, $top: 1000 };
      return (await answerOf(platform.realityConversion.GET(`${jobs}`, { params: { query } }))).jobs;
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ state: of }) => of === 'active') ? lookWhileBusyMs : lookEveryMs,
  });

export const conversionProgressQuery = (id: string) =>
  queryOptions({
    queryKey: ['conversion', id, 'progress'],
    queryFn: async () =>
      (await answerOf(platform.realityConversion.GET(`${jobs}/{id}/progress`, { params: { path: { id } } }))).progress,
    refetchInterval: 1000,
  });

export interface NewData {
  readonly twinId: string;
  readonly displayName: string;
  /** A file or folder of Storage that becomes the data; absent: a new empty folder. */
  readonly storageItemId?: string;
}

/** A place for files; what they are is found in them. */
export async function createData(given: NewData): Promise<string> {
  const body = { ...given, type: 'Unstructured' };
  return (await answerOf(api.POST(`${root}/`, { body }))).realityData.id;
}

export async function renameData(id: string, displayName: string): Promise<void> {
  await answerOf(api.PATCH(`${root}/{id}`, { params: { path: { id } }, body: { displayName } }));
}

/** Into the recycle bin. */
export async function removeData(id: string): Promise<void> {
  await answerOf(api.DELETE(`${root}/{id}`, { params: { path: { id } } }));
}

export interface Conversion {
  readonly twinId: string;
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly OutputType[];
  readonly options: ConversionOptions;
}

/** Makes a job and submits it. */
export async function startConversion({ twinId, name, inputs, outputs, options }: Conversion): Promise<void> {
  const body = {
    type: 'Conversion' as const,
    name,
    twinId,
    inputs: inputs.map((id) => ({ id })),
    outputs: [...outputs],
    options,
  };
  const { job } = await answerOf(platform.realityConversion.POST(`${jobs}`, { body }));
  await setState(job.id, 'active');
}

/** Begins the conversion into what one looks at, of data whose files are there; what needs none is left as it is. */
export async function showWhenThere(id: string, twinId: string, inputSRS: string): Promise<void> {
  const { realityData } = await answerOf(api.GET(`${root}/{id}`, { params: { path: { id } } }));
  const [target] = targetsOf(realityData.type);
  if (target) {
    const options = { merge: true, ...optionsOf(target.output), ...(inputSRS ? { inputSRS } : {}) };
    await startConversion({ twinId, name: realityData.displayName, inputs: [id], outputs: [target.output], options });
  }
  await queryClient.invalidateQueries({ queryKey: ['reality', twinId] });
}

const setState = (id: string, state: string) =>
  answerOf(platform.realityConversion.PATCH(`${jobs}/{id}`, { params: { path: { id } }, body: { state } }));

/** Asks once more for what a job was to make, with its options. */
export const repeatConversion = ({ twinId, name, inputs, outputs, options }: ConversionJob): Promise<void> =>
  startConversion({
    twinId,
    name,
    inputs: inputs.map(({ id }) => id),
    outputs: outputs.map(({ type }) => type).filter(isOutput),
    options: options ?? {},
  });

export const cancelConversion = (id: string) => setState(id, 'cancelled');

export { addressOf, type Contents, contentsOf } from '../ui/stage/reality/contents.ts';
export { kindOf, type Look, lookOf, optionsOf } from './kinds.ts';
