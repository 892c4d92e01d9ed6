import { useQuery } from '@tanstack/react-query';
import { myPermissionsQuery } from '../twins/queries.ts';

/** What one may do with the forms of a twin: some permissions hold others in them. */
export function useFormRights(twinId: string) {
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const any = (...names: readonly string[]) => names.some((name) => mine?.has(`Forms_${name}`)) ?? false;
  return {
    create: any('CreateAccess', 'FullAccess'),
    comment: any('CommentAccess', 'CreateAccess', 'AssignAccess', 'ApproveAccess', 'FullAccess'),
    assign: any('AssignAccess', 'ApproveAccess', 'FullAccess'),
    approve: any('ApproveAccess', 'FullAccess'),
    manage: any('FullAccess'),
    remove: any('DeleteForms'),
    storage: mine?.has('storage_write') ?? false,
  };
}

export type FormRights = ReturnType<typeof useFormRights>;
