import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { topQuery } from '../../platform/files.ts';
import { Problem } from '../../platform/problem.ts';
import { myPermissionsQuery, twinQuery, visited } from '../../twins/queries.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { useDropTarget } from '../../ui/upload/drop-target.ts';
import { Drops } from './drops.tsx';
import { NoAccess } from './no-access.tsx';

const route = getRouteApi('/twins/$twinId');

/** Around every page of a twin: it must be there, and is then one of the recently used. */
export function TwinFrame() {
  const { twinId } = route.useParams();
  const client = useQueryClient();
  const query = useQuery(twinQuery(twinId));
  const known = query.data?.id;
  useEffect(() => {
    if (known)
      visited(known).then(
        () => client.invalidateQueries({ queryKey: ['twins', { view: 'recents' }] }),
        () => {},
      );
  }, [known, client]);
  useUploads(twinId);
  const { error } = query;
  if (!query.data && error instanceof Problem && (error.status === 404 || error.status === 403))
    return <NoAccess problem={error} />;
  return (
    <>
      <Loaded query={query}>{() => <Outlet />}</Loaded>
      <Drops twinId={twinId} />
    </>
  );
}

/** What is dropped on a page of the twin that says nothing else goes into its top folder. */
function useUploads(twinId: string): void {
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const mayWrite = mine?.has('storage_write') ?? false;
  const top = useQuery({ ...topQuery(twinId), enabled: mayWrite }).data;
  const refusal = mine && !mayWrite ? 'You may not upload into this twin.' : 'The twin is still being loaded.';
  useDropTarget('twin', top ? { target: { twinId, folderId: top.rootId, place: '' } } : { refusal });
}
