import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../../platform/client.ts';
import type { Job } from '../../platform/jobs.ts';

export type MeshExport = Schemas['meshExport']['MeshExport'];

const exportType = '3DTiles';
const lookEveryMs = 1500;

/** The tiles of one version: made by themselves when it was imported, or begun now. Looked at until they are there, or cannot be. */
export const exportQuery = (modelId: string, changesetId: string) =>
  queryOptions({
    queryKey: ['model', modelId, 'export', changesetId],
    queryFn: () => exportOf(modelId, changesetId),
    refetchInterval: ({ state }) => (state.data === undefined || hasEnded(state.data) ? false : lookEveryMs),
    staleTime: 50 * 60_000, // its link works for an hour
    gcTime: 50 * 60_000,
  });

const hasEnded = ({ status }: MeshExport): boolean => status === 'Complete' || status === 'Invalid';

async function exportOf(modelId: string, changesetId: string): Promise<MeshExport> {
  const query = { modelId, changesetId, exportType, $top: 100 };
  const header = { Prefer: 'return=representation' } as const;
  const { exports } = await answerOf(platform.meshExport.GET('/mesh-export/', { params: { query, header } }));
  const whole = exports.flatMap((one) =>
    one.request && isOfAll(one.request) ? [{ ...one, request: one.request }] : [],
  );
  const best = whole.find(({ status }) => status === 'Complete') ?? whole.find((one) => !hasEnded(one)) ?? whole[0];
  if (best) return best;
  const body = { modelId, changesetId, exportType };
  return (await answerOf(platform.meshExport.POST('/mesh-export/', { body }))).export;
}

/** Not of some elements only, or simplified. */
const isOfAll = ({ geometryOptions, viewDefinitionFilter }: MeshExport['request']): boolean =>
  geometryOptions === undefined && viewDefinitionFilter === undefined;

/** A newly signed link to the files of an export. */
export async function linkOf(id: string): Promise<string> {
  const call = platform.meshExport.GET('/mesh-export/{id}', { params: { path: { id } } });
  const { export: found } = await answerOf(call);
  if (!found._links) throw new Error('The tiles of this version are gone. Reload the page; they are made anew then.');
  return found._links.mesh.href;
}

/** The job that makes the tiles of a version, while there is one. */
export const exportJobQuery = (twinId: string, modelId: string, changesetId: string, exportId: string) =>
  queryOptions({
    queryKey: ['jobs', twinId, 'export', changesetId],
    async queryFn(): Promise<Job | null> {
      const query = { twinId, kind: ['meshExport.tiles'], $top: 50 };
      const { jobs } = await answerOf(platform.jobs.GET('/jobs/', { params: { query } }));
      const own = (href: string) =>
        href.endsWith(`/${exportId}`) || (href.includes(modelId) && href.includes(changesetId));
      return jobs.find(({ _links }) => _links.resource && own(_links.resource.href)) ?? null;
    },
    refetchInterval: lookEveryMs,
  });
