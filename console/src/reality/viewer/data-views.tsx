import { getRouteApi } from '@tanstack/react-router';
import { ViewsPanel } from '../../ui/stage/views/views-panel.tsx';
import { type DataSpace, extensionOf } from './use-data-space.ts';

const route = getRouteApi('/twins/$twinId/reality/$dataId');

/** Saved views of reality data: camera, section, colours, classes. */
export function DataViews(props: { readonly dataId: string; readonly twinId: string; readonly space: DataSpace }) {
  const { dataId, twinId, space } = props;
  const { view } = route.useSearch();
  const linkOf = (id: string) => `${window.location.origin}${window.location.pathname}?view=${encodeURIComponent(id)}`;
  return (
    <ViewsPanel
      twinId={twinId}
      of={{ extension: extensionOf(dataId) }}
      open={view}
      take={space.take}
      onOpen={space.openView}
      linkOf={linkOf}
    />
  );
}
