export const memberTabs = ['people', 'groups', 'roles', 'invitations'] as const;
export type MemberTab = (typeof memberTabs)[number];
