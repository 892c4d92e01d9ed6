import { Badge, Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useChange } from '../../ui/change.tsx';
import type { DefinitionSummary } from '../../ui/forms/types.ts';
import { describeDefinition } from './actions.ts';

const statuses = [
  { status: 'Approved', does: 'Approve: forms can be made' },
  { status: 'Maintenance', does: 'Into maintenance: to change it' },
  { status: 'Draft', does: 'Back to a draft' },
  { status: 'Archived', does: 'Archive: no new forms' },
] as const;

/** The status of a kind of form, and the way to another one. */
export function StatusMenu(props: { readonly definition: DefinitionSummary; readonly disabled: boolean }) {
  const { definition, disabled } = props;
  const change = useChange({
    run: (status: (typeof statuses)[number]['status']) => describeDefinition(definition.id, { status }),
    stale: [['definition', definition.id], ['definitions']],
    says: (_, status) => `${definition.displayName} is ${status} now.`,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          disabled={disabled}
          loading={change.isPending}
          rightSection={<IconChevronDown size={14} />}
          title={disabled ? 'Save the layout first.' : undefined}
        >
          {definition.status}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {statuses
          .filter(({ status }) => status !== definition.status)
          .map(({ status, does }) => (
            <Menu.Item key={status} onClick={() => change.mutate(status)}>
              {does}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export const DefinitionStatus = ({ status }: { readonly status: string }) => (
  <Badge size="sm" variant="light" color={status === 'Approved' ? 'teal' : status === 'Archived' ? 'gray' : 'orange'}>
    {status}
  </Badge>
);
