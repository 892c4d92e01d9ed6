import { useQuery } from '@tanstack/react-query';
import { person } from '../platform/session.ts';
import { myPermissionsQuery } from '../twins/queries.ts';
import type { Scene } from './queries.ts';

/** What one may do with the scenes of a twin. */
export function useRights(twinId: string) {
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const mayWrite = mine?.has('scenes_write') ?? false;
  const mayDelete = ({ createdById }: Pick<Scene, 'createdById'>): boolean =>
    (mine?.has('scenes_delete') ?? false) || (mayWrite && createdById === person().id);
  return { mayWrite, mayDelete };
}
