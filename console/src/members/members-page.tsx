export const MembersPage = () => null;
