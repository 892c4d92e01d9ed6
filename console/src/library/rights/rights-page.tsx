import { Button, Group, Select, Table, Text, TextInput } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Role, rolesQuery } from '../../members/queries.ts';
import { myAccountQuery } from '../../twins/queries.ts';
import { useChange } from '../../ui/change.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { LibraryFrame } from '../library-frame.tsx';
import { Section } from '../section.tsx';
import { giveRole, permissions } from './queries.ts';

/** Which role on the account gives what in the library; administrators give them here. */
export function RightsPage() {
  const account = useQuery({ ...myAccountQuery, retry: false });
  const alone = account.isError;
  return (
    <LibraryFrame path="/library/rights" open>
      {(rights) =>
        alone ? (
          <Text size="sm">
            You belong to no organization: the library is yours alone, and nothing in it is closed to you.
          </Text>
        ) : (
          <Loaded query={account}>
            {({ id, displayName }) => (
              <>
                <Text size="sm" maw={720}>
                  The library belongs to {displayName}. What somebody may do in it comes from their roles{' '}
                  <b>on the organization</b>. Whoever is a member of a project with the permission to see the library
                  sees there what is published.
                </Text>
                <RoleTable accountId={id} />
                {rights.mayManage && <GiveForm accountId={id} />}
              </>
            )}
          </Loaded>
        )
      }
    </LibraryFrame>
  );
}

function RoleTable({ accountId }: { readonly accountId: string }) {
  const query = useQuery({ ...rolesQuery(accountId), retry: false });
  return (
    <Section
      title="What each role gives"
      actions={
        <LinkButton to="/organization" search={{ tab: 'roles' }} size="xs" variant="default">
          All roles
        </LinkButton>
      }
    >
      {query.isError ? <BuiltIn /> : <Loaded query={query}>{(roles) => <Roles roles={roles} />}</Loaded>}
    </Section>
  );
}

const Roles = ({ roles }: { readonly roles: readonly Pick<Role, 'id' | 'displayName' | 'permissions'>[] }) => (
  <Sheet label="Roles" wide>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Role</Table.Th>
        {permissions.map(([permission, text]) => (
          <Table.Th key={permission}>{text}</Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {roles.map(({ id, displayName, permissions: given }) => (
        <Table.Tr key={id}>
          <Table.Td>{displayName}</Table.Td>
          {permissions.map(([permission]) => (
            <Table.Td key={permission}>
              {given.includes(permission) ? (
                <IconCheck size={17} aria-label="yes" color="var(--accent)" />
              ) : (
                <IconMinus size={17} aria-label="no" color="var(--mantine-color-dimmed)" />
              )}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Sheet>
);

/** Who may not read the roles of the account is told what those give that every account has. */
const BuiltIn = () => (
  <Text size="sm">
    Viewer sees the library. Contributor adds and changes components, too, and sees how the library is used. Owner and
    Administrator may do everything.
  </Text>
);

function GiveForm({ accountId }: { readonly accountId: string }) {
  const roles = (useQuery(rolesQuery(accountId)).data ?? []).filter(({ permissions: given }) =>
    permissions.some(([permission]) => given.includes(permission)),
  );
  const [email, setEmail] = useState('');
  const [roleId, setRoleId] = useState<string | null>(null);
  const change = useChange({
    run: (role: string) => giveRole(accountId, email.trim(), role),
    stale: [['members', accountId]],
    says: ({ members }) => (members.length > 0 ? `${email} has the role now.` : `${email} is invited.`),
    done: () => setEmail(''),
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (roleId) change.mutate(roleId);
  };
  return (
    <Section title="Give somebody a role">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="E-mail address"
            type="email"
            required
            flex={{ base: '1 1 100%', xs: '1 1 240px' }}
            maw={360}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Select
            label="Role"
            placeholder="Choose a role"
            required
            value={roleId}
            onChange={setRoleId}
            data={roles.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          />
          <Button type="submit" loading={change.isPending} disabled={!roleId || !email.trim()}>
            Give the role
          </Button>
        </Group>
        {change.error && <ProblemNote error={change.error} />}
      </form>
    </Section>
  );
}
