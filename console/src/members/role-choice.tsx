import { Checkbox, Fieldset, Input, ScrollArea, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../ui/loaded.tsx';
import { type GivableRoles, givableRolesQuery, type RoleReference } from './queries.ts';

/** Lets roles be chosen; those that somebody has already can be kept even where the list cannot be read. */
export function RoleChoice(props: {
  readonly twinId: string;
  readonly value: string[];
  readonly known?: readonly RoleReference[];
  /** Owner is for people only. */
  readonly forGroup?: boolean;
  readonly onChange: (roleIds: string[]) => void;
}) {
  const query = useQuery(givableRolesQuery(props.twinId));
  const given: GivableRoles = query.data ?? { own: [], ofAccount: [], isAccount: false };
  const listed = new Set([...given.own, ...given.ofAccount].map(({ id }) => id));
  const own = [...(props.known ?? []).filter(({ id }) => !listed.has(id)), ...given.own];
  const parts = [
    [given.isAccount ? 'Of the organization' : 'Of this twin', own],
    ['Of the organization, for all its twins', given.ofAccount],
  ] as const;
  return (
    <Checkbox.Group label="Roles" withAsterisk value={props.value} onChange={props.onChange}>
      <Input.Description mb={6}>Each adds to what one may do; choose at least one.</Input.Description>
      <Loaded query={query} lines={2}>
        {() => (
          <ScrollArea.Autosize mah={300} type="auto" offsetScrollbars>
            <Stack gap="xs">
              {parts.map(([title, roles]) => (
                <Roles
                  key={title}
                  title={title}
                  roles={roles.filter(({ displayName }) => !props.forGroup || displayName !== 'Owner')}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
      </Loaded>
    </Checkbox.Group>
  );
}

const Roles = ({ title, roles }: { readonly title: string; readonly roles: readonly RoleReference[] }) =>
  roles.length === 0 ? null : (
    <Fieldset legend={title} p="xs">
      <Stack gap={6}>
        {roles.map(({ id, displayName, description }) => (
          <Checkbox key={id} size="xs" value={id} label={displayName} description={description} />
        ))}
      </Stack>
    </Fieldset>
  );
