import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { GroupsTab } from './groups-tab.tsx';
import { InvitationsTab } from './invitations-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { RolesTab } from './roles-tab.tsx';
import { type MemberTab, memberTabs } from './tabs.ts';

const route = getRouteApi('/twins/$twinId/members');
const names: Readonly<Record<MemberTab, string>> = {
  people: 'People',
  groups: 'Groups',
  roles: 'Roles',
  invitations: 'Invitations',
};
const contents = { people: PeopleTab, groups: GroupsTab, roles: RolesTab, invitations: InvitationsTab } as const;

/** Who has access to a twin, and what they may do. */
export function MembersPage() {
  const { twinId } = route.useParams();
  const { tab = 'people' } = route.useSearch();
  const navigate = useNavigate({ from: '/twins/$twinId/members' });
  const Content = contents[tab];
  return (
    <Page title="Members">
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => {
          const next = memberTabs.find((one) => one === value);
          void navigate({ search: next && next !== 'people' ? { tab: next } : {} });
        }}
      >
        <Tabs.List mb="md">
          {memberTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {names[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Content twinId={twinId} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
