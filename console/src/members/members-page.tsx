import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { MemberTabs } from './member-tabs.tsx';

const route = getRouteApi('/twins/$twinId/members');

/** Who has access to a twin, and what they may do. */
export function MembersPage() {
  const { twinId } = route.useParams();
  const { tab = 'people' } = route.useSearch();
  const navigate = useNavigate({ from: '/twins/$twinId/members' });
  return (
    <Page title="Members">
      <MemberTabs twinId={twinId} tab={tab} onTab={(next) => void navigate({ search: { tab: next } })} />
    </Page>
  );
}
