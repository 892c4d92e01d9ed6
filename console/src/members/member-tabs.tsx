import { Tabs } from '@mantine/core';
import { GroupsTab } from './groups-tab.tsx';
import { InvitationsTab } from './invitations-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { RolesTab } from './roles-tab.tsx';
import { type MemberTab, memberTabs } from './tabs.ts';

const names: Readonly<Record<MemberTab, string>> = {
  people: 'People',
  groups: 'Groups',
  roles: 'Roles',
  invitations: 'Invitations',
};
const contents = { people: PeopleTab, groups: GroupsTab, roles: RolesTab, invitations: InvitationsTab } as const;

/** People, groups, roles and invitations of a twin, or of an account. */
export function MemberTabs(props: {
  readonly twinId: string;
  readonly tab: MemberTab;
  readonly onTab: (tab: MemberTab | undefined) => void;
}) {
  const { twinId, tab } = props;
  const Content = contents[tab];
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(value) => props.onTab(memberTabs.find((one) => one === value && one !== 'people'))}
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
  );
}
