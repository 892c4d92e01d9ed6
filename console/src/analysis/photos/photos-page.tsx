import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { person } from '../../platform/session.ts';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { dataQuery } from '../../ui/stage/reality/source.ts';
import type { Analysis } from '../analysis.ts';
import { type OpenScene, sceneQuery } from '../contents.ts';
import { analysisQuery } from '../queries.ts';
import { PhotoBench } from './photo-bench.tsx';
import { reviewQuery } from './store.ts';

const route = getRouteApi('/twins/$twinId/analysis/$jobId/photos');

/** The scene of an analysis that marks photos. */
const resultOf = ({ outputs }: Analysis): string | undefined =>
  outputs.get('objects2D') ?? outputs.get('objects2d') ?? outputs.get('segmentation2D');

/** What was found, on the photos: looked through, accepted, rejected. */
export function PhotosPage() {
  const { jobId } = route.useParams();
  const query = useQuery(analysisQuery(jobId));
  return (
    <Loaded query={query}>
      {(analysis) => {
        const dataId = analysis.state === 'done' ? resultOf(analysis) : undefined;
        return dataId ? <Result {...{ analysis, dataId }} /> : <Nothing />;
      }}
    </Loaded>
  );
}

const Nothing = () => (
  <Page title="On the photos">
    <Empty
      icon={IconPhotoOff}
      title="There is nothing on photos"
      text="This analysis marks no photos, or is not done."
    />
  </Page>
);

function Result({ analysis, dataId }: { readonly analysis: Analysis; readonly dataId: string }) {
  const { twinId } = route.useParams();
  const scene = useQuery(sceneQuery(dataId, twinId));
  return (
    <Loaded query={scene}>
      {(open) => (open && open.scene.photos.length > 0 ? <Reviewed {...{ analysis, open }} /> : <Nothing />)}
    </Loaded>
  );
}

function Reviewed({ analysis, open }: { readonly analysis: Analysis; readonly open: OpenScene }) {
  const { twinId } = route.useParams();
  const review = useQuery(reviewQuery(open));
  const data = useQuery(dataQuery(open.dataId, twinId)).data;
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const mayWrite = (mine?.has('realitydata_manage') ?? false) || data?.ownerId === person().id;
  return (
    <Loaded query={review}>
      {(kept) => <PhotoBench key={open.dataId} {...{ analysis, twinId, open, kept, mayWrite }} />}
    </Loaded>
  );
}
