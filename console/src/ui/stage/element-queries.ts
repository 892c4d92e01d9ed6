import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../../platform/client.ts';
import type { ElementInfo, Elements } from './elements.ts';

export type ElementDetail = Schemas['models']['Element'];

type Page = Schemas['models']['ElementsResponse'];

const pageSize = 10_000;

/** All elements of a version. They never change, so they are read once. */
export const elementsQuery = (modelId: string, changesetId: string) =>
  queryOptions({
    queryKey: ['model', modelId, 'elements', changesetId],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<Elements> {
      const all = new Map<string, ElementInfo>();
      let next: string | undefined;
      do {
        const { elements, _links } = await pageOf(modelId, changesetId, next, signal);
        for (const row of elements) if (isWhole(row)) all.set(row.id, row);
        next = _links.next && (new URL(_links.next.href).searchParams.get('continuationToken') ?? undefined);
      } while (next !== undefined);
      return all;
    },
  });

function pageOf(modelId: string, changesetId: string, next: string | undefined, signal: AbortSignal): Promise<Page> {
  const query = { changesetId, $top: pageSize, ...(next ? { continuationToken: next } : {}) };
  const params = { path: { modelId }, query };
  return answerOf(platform.models.GET('/models/{modelId}/elements', { params, signal }));
}

const isWhole = (row: Schemas['models']['ElementRow']): row is typeof row & ElementInfo =>
  row.id !== undefined && row.globalId !== undefined && row.class !== undefined && row.containerId !== undefined;

/** All that is known of one element. */
export const elementQuery = (modelId: string, changesetId: string, elementId: string) =>
  queryOptions({
    queryKey: ['model', modelId, 'element', changesetId, elementId],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn() {
      const params = { path: { modelId, elementId }, query: { changesetId } };
      return (await answerOf(platform.models.GET('/models/{modelId}/elements/{elementId}', { params }))).element;
    },
  });
