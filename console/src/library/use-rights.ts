import { useQuery } from '@tanstack/react-query';
import { person } from '../platform/session.ts';
import { myAccountQuery, myPermissionsQuery } from '../twins/queries.ts';

export interface LibraryRights {
  /** Undefined as long as it is not known. */
  readonly mayRead: boolean | undefined;
  readonly mayWrite: boolean;
  readonly mayUpload: boolean;
  readonly mayAnalyse: boolean;
  /** May give others their rights. */
  readonly mayManage: boolean;
  readonly accountId: string | undefined;
}

/** What the caller may do with the library of their organization; of a person without one it is their own. */
export function useLibraryRights(): LibraryRights {
  const alone = person().organization === undefined;
  const account = useQuery({ ...myAccountQuery, retry: false });
  const accountId = account.data?.id;
  const { data: mine } = useQuery({ ...myPermissionsQuery(accountId ?? ''), enabled: accountId !== undefined });
  const has = (permission: string) => mine?.has(permission) ?? (alone && account.isError);
  return {
    mayRead: mine === undefined && !account.isError ? undefined : has('library_read'),
    mayWrite: has('library_write'),
    mayUpload: has('library_upload'),
    mayAnalyse: has('library_view_analytics'),
    mayManage: !alone && (mine?.has('administration_invite_member') ?? false),
    accountId,
  };
}
