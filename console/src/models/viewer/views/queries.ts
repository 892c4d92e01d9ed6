import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../../../platform/client.ts';
import { allOf } from '../../../platform/paging.ts';
import type { View3d } from '../../../ui/stage/view-data.ts';

/** A view of a model, three-dimensional. */
export type SavedView = Schemas['savedViews']['SavedViewMinimal'] | Schemas['savedViews']['SavedView'];
type WholeView = Schemas['savedViews']['SavedView'];
type Extension = Schemas['savedViews']['SavedViewExtension'];

const wholly = { Prefer: 'return=representation' } as const;

/** The views of a model that one may see. */
export const viewsQuery = (twinId: string, modelId: string) =>
  queryOptions({
    queryKey: ['views', modelId],
    queryFn: () =>
      allOf<SavedView>(async (paging) => {
        const params = { query: { twinId, modelId, ...paging } };
        const { savedViews, _links } = await answerOf(platform.savedViews.GET('/savedviews/', { params }));
        return { items: savedViews, more: _links.next !== undefined };
      }),
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
  readonly modelId: string;
  readonly displayName: string;
  readonly shared: boolean;
  readonly view: View3d;
  readonly extensions: { extensionName: string; data: string }[];
  /** PNG, as a data URL. */
  readonly image: string;
}

/** Saves a view with its picture. */
export async function saveView({ twinId, modelId, displayName, shared, view, extensions, image }: NewView) {
  const body = { twinId, modelId, displayName, shared, savedViewData: { twin3dView: view }, extensions };
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
