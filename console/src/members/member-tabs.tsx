import { PageTabs } from '../ui/page-tabs.tsx';
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
    <PageTabs tabs={memberTabs} names={names} tab={tab} onTab={props.onTab}>
      <Content twinId={twinId} />
    </PageTabs>
  );
}
