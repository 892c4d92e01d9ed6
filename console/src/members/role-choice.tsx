import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProblemNote } from '../ui/problem-note.tsx';
import { givableRolesQuery, type RoleReference } from './queries.ts';

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
  const all = [...(props.known ?? []), ...(query.data ?? [])];
  const roles = [...new Map(all.map((role) => [role.id, role])).values()];
  const shown = roles.filter(({ displayName }) => !props.forGroup || displayName !== 'Owner');
  return (
    <>
      <MultiSelect
        label="Roles"
        withAsterisk
        placeholder={props.value.length === 0 ? 'Choose at least one' : ''}
        searchable
        clearable
        hidePickedOptions
        data={shown.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        value={props.value}
        onChange={props.onChange}
        nothingFoundMessage="There is no such role"
      />
      {query.isError && <ProblemNote error={query.error} />}
    </>
  );
}
