import { MultiSelect, Select } from '@mantine/core';
import type { Assignable } from '../../ui/forms/people.ts';
import { common, type FieldProps } from './kit.ts';

function assignableIn(value: unknown): Assignable | undefined {
  const { id, displayName, isRole } = Object(value);
  if (typeof id !== 'string') return undefined;
  return { id, displayName: typeof displayName === 'string' ? displayName : 'Somebody', isRole: isRole === true };
}

/** Those who can be chosen, and those who are chosen already, each once. */
function among(people: readonly Assignable[], chosen: readonly Assignable[]): Assignable[] {
  const all = new Map(
    [...people, ...chosen.filter(({ id }) => !people.some((one) => one.id === id))].map((one) => [one.id, one]),
  );
  return [...all.values()];
}

const shown = (one: Assignable) => ({
  value: one.id,
  label: one.isRole ? `${one.displayName} (role)` : one.displayName,
});

export function PersonField(props: FieldProps) {
  const { control, target, kit } = props;
  const chosen = assignableIn(kit.draft[target]);
  const withRoles = control.members.RolesAllowed === true || target === 'assignee';
  const all = among(kit.people, chosen ? [chosen] : []).filter(({ isRole }) => withRoles || !isRole);
  return (
    <Select
      {...common(props)}
      searchable
      clearable
      placeholder="Choose"
      nothingFoundMessage="Nobody here has such a name"
      data={all.map(shown)}
      value={chosen?.id ?? null}
      onChange={(id) =>
        kit.set(
          target,
          all.find((one) => one.id === id),
        )
      }
    />
  );
}

export function PeopleField(props: FieldProps) {
  const { target, kit } = props;
  const given = kit.draft[target];
  const chosen = (Array.isArray(given) ? given : []).flatMap((one) => assignableIn(one) ?? []);
  const all = among(kit.people, chosen);
  return (
    <MultiSelect
      {...common(props)}
      searchable
      hidePickedOptions
      maxValues={50}
      placeholder={chosen.length > 0 ? '' : 'Nobody yet'}
      nothingFoundMessage="Nobody here has such a name"
      data={all.map(shown)}
      value={chosen.map(({ id }) => id)}
      onChange={(ids) =>
        kit.set(
          target,
          all.filter(({ id }) => ids.includes(id)),
        )
      }
    />
  );
}
