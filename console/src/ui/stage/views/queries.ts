import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../../../platform/client.ts';
import { allOf } from '../../../platform/paging.ts';
import type { View3d } from '../view-data.ts';

/** A view of a model, three-dimensional. */
export type SavedView = Schemas['savedViews']['SavedViewMinimal'] | Schemas['savedViews']['SavedView'];
type WholeView = Schemas['savedViews']['SavedView'];
type Extension = Schemas['savedViews']['SavedViewExtension'];

const wholly = { Prefer: 'return=representation' } as const;

/** What views are of: a model, or what an extension of theirs says. */
export type ViewsOf = { readonly modelId: string } | { readonly extension: string };

export const keyOfViews = (of: ViewsOf) => ['views', 'modelId' in of ? of.modelId : of.extension] as const;

/** The views of something that one may see. */
export const viewsQuery = (twinId: string, of: ViewsOf) =>
  queryOptions({
    queryKey: keyOfViews(of),
    async queryFn() {
      const ofModel = 'modelId' in of ? { modelId: of.modelId } : {};
      const all = await allOf<SavedView>(async (paging) => {
        const params = { query: { twinId, ...ofModel, ...paging } };
        const { savedViews, _links } = await answerOf(platform.savedViews.GET('/savedviews/', { params }));
        return { items: savedViews, more: _links.next !== undefined };
      });
      if ('modelId' in of) return all;
      return all.filter(({ extensions }) => extensions.some(({ extensionName }) => extensionName === of.extension));
    },
  });

/** The newest shared view of each model of a twin, by the model. */
export const newestViewsQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['views', 'newest', twinId],
    staleTime: 60_000,
    async queryFn(): Promise<ReadonlyMap<string, SavedView>> {
      const all = await allOf<SavedView>(async (paging) => {
        const { savedViews, _links } = await answerOf(
          platform.savedViews.GET('/savedviews/', { params: { query: { twinId, ...paging } } }),
        );
        return { items: savedViews, more: _links.next !== undefined };
      });
      const shared = all.filter((one) => one.shared).sort((a, b) => a.creationTime.localeCompare(b.creationTime));
      return new Map(
        shared.flatMap((one) => (one._links.model ? [[one._links.model.href.split('/').at(-1) ?? '', one]] : [])),
      );
    },
  });

export const viewQuery = (savedViewId: string) =>
  queryOptions({
    queryKey: ['view', savedViewId],
    async queryFn() {
      const params = { path: { savedViewId }, header: wholly };
      const { savedView } = await answerOf(platform.savedViews.GET('/savedviews/{savedViewId}', { params }));
      return savedView;
    },
  });

/** Address of the small picture of a view; it works for an hour. */
export const thumbnailQuery = ({ id, lastModified }: Pick<SavedView, 'id' | 'lastModified'>) =>
  queryOptions({
    queryKey: ['view', id, 'thumbnail', lastModified],
    staleTime: 50 * 60_000,
    async queryFn() {
      const params = { path: { savedViewId: id } };
      return (await answerOf(platform.savedViews.GET('/savedviews/{savedViewId}/image', { params }))).href;
    },
  });

export interface NewView {
  readonly twinId: string;
  /** Absent: it is of no model. */
  readonly modelId?: string;
  readonly displayName: string;
  readonly shared: boolean;
  readonly view: View3d;
  readonly extensions: { extensionName: string; data: string }[];
  /** PNG, as a data URL. */
  readonly image: string;
}

/** Saves a view with its picture. */
export async function saveView({ twinId, modelId, displayName, shared, view, extensions, image }: NewView) {
  const of = modelId === undefined ? {} : { modelId };
  const body = { twinId, ...of, displayName, shared, savedViewData: { twin3dView: view }, extensions };
  const { savedView } = await answerOf(platform.savedViews.POST('/savedviews/', { body }));
  const params = { path: { savedViewId: savedView.id } };
  await answerOf(platform.savedViews.PUT('/savedviews/{savedViewId}/image', { params, body: { image } }));
  return savedView;
}

export async function changeView(savedViewId: string, body: { displayName?: string; shared?: boolean }): Promise<void> {
  await answerOf(platform.savedViews.PATCH('/savedviews/{savedViewId}', { params: { path: { savedViewId } }, body }));
}

export async function removeView(savedViewId: string): Promise<void> {
  await answerOf(platform.savedViews.DELETE('/savedviews/{savedViewId}', { params: { path: { savedViewId } } }));
}

/** The data of an extension of a view. */
export function extensionData(view: SavedView, name: string): unknown {
  const found = (view as WholeView).extensions.find((one: Partial<Extension>) => one.extensionName === name);
  if (found?.data === undefined) return undefined;
  try {
    return JSON.parse(found.data);
  } catch {
    return undefined;
  }
}
