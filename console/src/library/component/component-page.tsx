import { getRouteApi } from '@tanstack/react-router';
import { ComponentView } from './component-view.tsx';

const own = getRouteApi('/library/components/$componentId');
const ofTwin = getRouteApi('/twins/$twinId/library/$componentId');

/** A component of the own library. */
export function ComponentPage() {
  const { componentId } = own.useParams();
  return <ComponentView key={componentId} id={componentId} projectId={undefined} />;
}

/** A published component, as a project sees it. */
export function TwinComponentPage() {
  const { twinId, componentId } = ofTwin.useParams();
  return <ComponentView key={componentId} id={componentId} projectId={twinId} />;
}
