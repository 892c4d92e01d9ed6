import { IconStack3 } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { nameInWords } from '../../ui/result-names.ts';
import { dataQuery, drawableQuery, type RealityData } from '../../ui/stage/reality/source.ts';
import { LookFoot } from '../data-card.tsx';
import { DataFacts } from '../data-facts.tsx';
import { DataMenu } from '../data-menu.tsx';
import { lookOf, picturesType } from '../kinds.ts';
import { conversionsQuery, realityQuery } from '../queries.ts';
import { DataBench } from './data-bench.tsx';

const route = getRouteApi('/twins/$twinId/reality/$dataId');

const lookEveryMs = 10_000;

/** Reality data: in 3D where it can be drawn, else what is known of it. */
export function RealityViewerPage() {
  const { twinId, dataId } = route.useParams();
  const query = drawableQuery(dataId, twinId);
  const refetchInterval = useQuery(query).data === null ? lookEveryMs : false; // its files may still arrive
  const drawable = useQuery({ ...query, refetchInterval });
  const data = useQuery({ ...dataQuery(dataId, twinId), enabled: drawable.data === null });
  return (
    <Loaded query={drawable}>
      {(one) =>
        one ? (
          <DataBench key={dataId} drawable={one} twinId={twinId} />
        ) : (
          <Loaded query={data}>{(found) => <Undrawn data={found} twinId={twinId} />}</Loaded>
        )
      }
    </Loaded>
  );
}

function Undrawn({ data, twinId }: { readonly data: RealityData; readonly twinId: string }) {
  const mayCreate = useQuery(myPermissionsQuery(twinId)).data?.has('realitydata_create') ?? false;
  const all = useInfiniteQuery(realityQuery(twinId)).data ?? [];
  const jobs = useQuery(conversionsQuery(twinId)).data ?? [];
  const navigate = route.useNavigate();
  const look = lookOf(data, jobs, new Set(all.map(({ id }) => id)));
  const gone = () => void navigate({ to: '/twins/$twinId/reality', params: { twinId } });
  return (
    <Page
      title={nameInWords(data.displayName)}
      actions={<DataMenu data={data} twinId={twinId} all={all} mayCreate={mayCreate} onRemoved={gone} />}
    >
      {look.is === 'impossible' && data.type !== picturesType ? (
        <Empty
          icon={IconStack3}
          title="It is not shown in 3D"
          text="Clouds, meshes, orthophotos and tiles are. What is known of it is here, and it can be downloaded."
        />
      ) : (
        <LookFoot {...{ data, twinId, look, mayCreate }} />
      )}
      <DataFacts data={data} twinId={twinId} />
    </Page>
  );
}
