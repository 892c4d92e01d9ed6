interface Holder {
  readonly id: string;
  readonly roles: readonly { readonly displayName: string }[];
}

const isOwner = ({ roles }: Holder): boolean => roles.some(({ displayName }) => displayName === 'Owner');

/** Whether nobody else in the list owns the twin. */
export const isLastOwner = (member: Holder, members: readonly Holder[]): boolean =>
  isOwner(member) && !members.some((one) => one.id !== member.id && isOwner(one));

/** What the twin is without an owner. */
export const withoutOwner =
  'Nobody owns the twin then. Only administrators of its organization can still give roles and delete it, or make somebody its owner. Make another person an owner first, unless that is what you want.';
