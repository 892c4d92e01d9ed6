import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { myAccountQuery } from '../twins/queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { MemberTabs } from './member-tabs.tsx';

const route = getRouteApi('/organization');

/** The account of the own organization: its members, and the roles and groups that all its twins can use. */
export function OrganizationPage() {
  const { tab = 'people' } = route.useSearch();
  const navigate = useNavigate({ from: '/organization' });
  const query = useQuery(myAccountQuery);
  return (
    <Loaded query={query}>
      {({ id, displayName }) => (
        <Page
          title={displayName}
          about="The organization that owns your twins. Its roles and groups can be given in every one of them; what somebody is given here lets them manage the organization itself."
        >
          <MemberTabs twinId={id} tab={tab} onTab={(next) => void navigate({ search: { tab: next } })} />
        </Page>
      )}
    </Loaded>
  );
}
