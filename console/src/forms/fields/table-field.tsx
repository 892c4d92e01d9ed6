import { ActionIcon, Button, Table, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Control } from '../../../../src/areas/forms/layout/controls.ts';
import { HiddenHead } from '../../ui/hidden-head.tsx';
import { ChoiceField, ChoicesField } from './choices.tsx';
import classes from './fields.module.css';
import { CheckField, DateField, NumberBoxField, TextField } from './inputs.tsx';
import { type FieldKit, type FieldProps, pressed } from './kit.ts';

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const cells: Readonly<Record<string, (props: FieldProps) => React.JSX.Element>> = {
  NumberBox: NumberBoxField,
  CheckBox: CheckField,
  DatePicker: DateField,
  ComboBox: ChoiceField,
  RadioGroup: ChoiceField,
  MultiSelect: ChoicesField,
};

/** Rows of the same kind; on a phone each is a card. */
export function TableField(props: FieldProps) {
  const { control, target, kit } = props;
  const { disabled, error } = pressed(props);
  const given = kit.draft[target];
  const rows = (Array.isArray(given) ? given : []).filter(isRow);
  const most = typeof control.members.MaxRows === 'number' ? control.members.MaxRows : 500;
  const set = (next: readonly Row[]) => kit.set(target, next);
  return (
    <fieldset className={classes.table} disabled={disabled}>
      <legend>
        {control.label}
        {control.required ? ' *' : ''}
      </legend>
      {rows.length > 0 && (
        <Table verticalSpacing={4} layout="auto">
          <Table.Thead>
            <Table.Tr>
              {control.columns.map((column) => (
                <Table.Th key={column.key ?? column.label}>{column.label}</Table.Th>
              ))}
              <HiddenHead text="Remove" w={40} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, at) => (
              <Line
                key={typeof row.id === 'string' ? row.id : `new ${at}`}
                {...{ control, kit, row, at, target, disabled }}
                onChange={(next) => set(rows.map((one, n) => (n === at ? next : one)))}
                onRemove={() => set(rows.filter((_, n) => n !== at))}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Button
        size="compact-sm"
        variant="default"
        mt={6}
        leftSection={<IconPlus size={14} />}
        disabled={disabled || rows.length >= most}
        onClick={() => set([...rows, { id: crypto.randomUUID() }])}
      >
        Add a row to {control.label}
      </Button>
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}

function Line(props: {
  readonly control: Control;
  readonly kit: FieldKit;
  readonly row: Row;
  readonly at: number;
  readonly target: string;
  readonly disabled: boolean;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}) {
  const { control, kit, row, at, target, disabled } = props;
  return (
    <Table.Tr>
      {control.columns.map((column) => {
        const key = column.key ?? '';
        const Cell = cells[column.type] ?? TextField;
        const place = `${target}[${at}].${key}`;
        const ofCell: FieldKit = {
          ...kit,
          draft: { [place]: row[key] },
          fixed: () => (disabled ? 'It cannot be changed now.' : undefined),
          set: (_, value) => props.onChange({ ...row, [key]: value }),
        };
        const short = { ...column, members: { IsSingleLine: true, ...column.members } };
        return (
          <Table.Td key={key} data-label={column.label}>
            <Cell control={{ ...short, label: `${column.label}, row ${at + 1}` }} target={place} kit={ofCell} />
          </Table.Td>
        );
      })}
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={disabled}
          aria-label={`Remove row ${at + 1} of ${control.label}`}
          onClick={props.onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
