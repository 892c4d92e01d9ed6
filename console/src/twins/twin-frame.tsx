import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Loaded } from '../ui/loaded.tsx';
import { twinQuery, visited } from './queries.ts';

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
  return <Loaded query={query}>{() => <Outlet />}</Loaded>;
}
