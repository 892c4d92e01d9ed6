import { Alert, Stack, Table, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Side } from '../ui/dialog.tsx';
import { personName } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { byArea, type Explained, explain, type Holding } from './explain.ts';
import { permissionText } from './permissions.ts';
import { groupMembersQuery, groupsQuery, type Member, roleQuery } from './queries.ts';

type Client = ReturnType<typeof useQueryClient>;

/** What somebody may do in a twin, by the rules of the platform, out of what the caller may read of it. */
const rightsQuery = (client: Client, twinId: string, member: Member) =>
  queryOptions({
    queryKey: ['members', twinId, 'rights', member.id],
    async queryFn() {
      const [groups, withRoles] = await Promise.all([
        client.ensureQueryData(groupsQuery(twinId)).catch(() => undefined),
        client.ensureQueryData(groupMembersQuery(twinId)),
      ]);
      const inside = new Set(
        groups?.filter(({ members }) => members.some(({ id }) => id === member.id)).map(({ id }) => id),
      );
      const held = [
        ...member.roles.map(({ id }) => ({ id, group: undefined })),
        ...withRoles
          .filter(({ id }) => inside.has(id))
          .flatMap((one) => one.roles.map(({ id }) => ({ id, group: one.groupName }))),
      ];
      const holdings = await Promise.all(
        held.map(async ({ id, group }): Promise<Holding> => {
          const role = await client.ensureQueryData(roleQuery(twinId, id));
          return { role, ...(group === undefined ? {} : { group }) };
        }),
      );
      const unseen = withRoles.filter(
        (one) => one.imsGroupsCount > 0 || groups?.every(({ id }) => id !== one.id) !== false,
      );
      return { rights: explain(holdings), unseen: unseen.map(({ groupName }) => groupName) };
    },
  });

/** What a member may do here, and why. */
export function RightsDrawer(props: {
  readonly twinId: string;
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const { twinId, member } = props;
  const query = useQuery(rightsQuery(useQueryClient(), twinId, member));
  return (
    <Side onClose={props.onClose} size="lg" title={`What may ${personName(member)} do here?`}>
      <Loaded query={query}>
        {({ rights, unseen }) => (
          <Stack gap="md">
            {rights.length === 0 && <Text size="sm">Nothing: none of their roles gives a permission.</Text>}
            {byArea(rights, ({ permission }) => permission).map(([area, found]) => (
              <Area key={area} area={area} rights={found} />
            ))}
            <Alert variant="light" color="gray" icon={<IconInfoCircle size={18} />}>
              Administrators of the organization that owns the twin may do everything, whatever their roles.
              {unseen.length > 0 &&
                ` Who is in a directory group, or in a group of the account, cannot be seen from here: ${unseen.join(', ')} may give more.`}
            </Alert>
          </Stack>
        )}
      </Loaded>
    </Side>
  );
}

const Area = ({ area, rights }: { readonly area: string; readonly rights: readonly Explained[] }) => (
  <section>
    <Text component="h3" size="sm" fw={600} mb={4}>
      {area}
    </Text>
    <Table verticalSpacing={4} className="surface">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>May</Table.Th>
          <Table.Th>Because of</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rights.map(({ permission, because }) => (
          <Table.Tr key={permission}>
            <Table.Td>
              <span title={permission}>{permissionText(permission)}</span>
            </Table.Td>
            <Table.Td>{because.join('; ')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
);
