import { ActionIcon, Button, Card, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { IconFilter, IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { Column, FeedSet } from './columns.ts';
import classes from './feeds.module.css';
import { type Condition, faultOf, firstComparison, kindOf, takesValue } from './filter.ts';
import type { RowsSearch } from './search.ts';

const most = 10;

interface Applied {
  readonly where: readonly Condition[];
  readonly columns: readonly string[];
}

/** Conditions that all must hold, and which columns are shown. */
export function FilterForm(props: {
  readonly set: FeedSet;
  readonly search: RowsSearch;
  readonly onApply: (applied: Applied) => void;
}) {
  const { columns } = props.set;
  const [where, setWhere] = useState(props.search.where ?? []);
  const [chosen, choose] = useState(props.search.columns ?? []);
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (where.every((one) => faultOf(one, columns) === undefined)) props.onApply({ where, columns: chosen });
  };
  const add = () => {
    const [first] = columns.filter(({ type, name }) => type !== 'Edm.Guid' && name !== '_Row');
    const column = first ?? columns[0];
    if (column) setWhere([...where, { column: column.name, is: firstComparison(column), value: '' }]);
  };
  return (
    <Card withBorder padding="sm">
      <form onSubmit={submit} aria-label="Filter">
        <Stack gap="xs">
          {where.map((condition, at) => (
            <ConditionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be the same
              key={at}
              number={at + 1}
              columns={columns}
              condition={condition}
              fault={tried ? faultOf(condition, columns) : undefined}
              onChange={(next) => setWhere(where.with(at, next))}
              onRemove={() => setWhere(where.toSpliced(at, 1))}
            />
          ))}
          <MultiSelect
            aria-label="Columns"
            placeholder={chosen.length === 0 ? 'Columns: as the source has them' : ''}
            searchable
            clearable
            size="xs"
            hidePickedOptions
            value={[...chosen]}
            onChange={choose}
            data={columns.map(({ name, label }) => ({ value: name, label }))}
          />
          <Group justify="space-between">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} />}
              disabled={where.length >= most}
              onClick={add}
            >
              Add a condition
            </Button>
            <Button size="xs" type="submit" leftSection={<IconFilter size={14} />}>
              Show these rows
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function ConditionRow(props: {
  readonly number: number;
  readonly columns: readonly Column[];
  readonly condition: Condition;
  readonly fault: string | undefined;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}) {
  const { condition, columns, onChange, number } = props;
  const column = columns.find(({ name }) => name === condition.column);
  const comparisons = column ? kindOf(column).comparisons : {};
  const toColumn = (name: string | null) => {
    const next = columns.find((one) => one.name === name);
    if (next) onChange({ column: next.name, is: firstComparison(next), value: '' });
  };
  return (
    <div className={classes.condition}>
      <Select
        size="xs"
        aria-label={`Column of condition ${number}`}
        searchable
        allowDeselect={false}
        value={condition.column}
        onChange={toColumn}
        data={columns.map(({ name, label }) => ({ value: name, label }))}
      />
      <Select
        size="xs"
        aria-label={`Comparison of condition ${number}`}
        allowDeselect={false}
        value={condition.is}
        onChange={(is) => is && onChange({ ...condition, is })}
        data={Object.entries(comparisons).map(([value, { label }]) => ({ value, label }))}
      />
      {takesValue(column, condition) ? (
        <TextInput
          className={classes.value ?? ''}
          size="xs"
          aria-label={`Value of condition ${number}`}
          type={column ? kindOf(column).input : 'text'}
          value={condition.value}
          error={props.fault}
          onChange={(event) => onChange({ ...condition, value: event.currentTarget.value })}
        />
      ) : (
        <span className={classes.value} />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove condition ${number}`} onClick={props.onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}
