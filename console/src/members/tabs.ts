export const memberTabs = ['people', 'groups', 'roles', 'invitations'] as const;
export type MemberTab = (typeof memberTabs)[number];

/** The tab that an address names. */
export function tabSearch({ tab }: Readonly<Record<string, unknown>>): { readonly tab?: MemberTab } {
  const known = memberTabs.find((one) => one === tab);
  return known ? { tab: known } : {};
}
