import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { myAccountQuery } from '../../twins/queries.ts';
import { Empty } from '../../ui/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { administratorsQuery } from './queries.ts';

/** Why nothing is to be seen, and whom to ask. */
export function NoAccess() {
  const account = useQuery({ ...myAccountQuery, retry: false }).data;
  const people = useQuery({ ...administratorsQuery(account?.id ?? ''), enabled: account !== undefined }).data ?? [];
  const whom =
    people.length > 0
      ? `Ask ${people
          .slice(0, 3)
          .map(({ givenName, surname, email }) => [givenName, surname].filter(Boolean).join(' ') || email)
          .join(' or ')}`
      : 'Ask an administrator of your organization';
  return (
    <div className="surface">
      <Empty
        icon={IconLock}
        title="You may not see the library yet"
        text={`The library belongs to the organization, not to a project. ${whom} for a role on ${account?.displayName ?? 'its account'}, for example Viewer. What is published you find in the projects that you are a member of, too, under Library.`}
      >
        <LinkButton to="/library/rights" variant="default">
          What each role gives
        </LinkButton>
      </Empty>
    </div>
  );
}
