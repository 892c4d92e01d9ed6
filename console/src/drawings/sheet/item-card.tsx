import { Autocomplete, Button, Group, Kbd, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconRestore, IconSchool, IconTrash } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import classes from '../drawings.module.css';
import type { Facts } from './edit.ts';
import { nameOf } from './item-list.tsx';
import { type Item, isClass, pipe, signal, usualClasses } from './prediction.ts';

interface Props {
  readonly items: readonly Item[];
  readonly mayWrite: boolean;
  readonly onChange: (facts: Facts) => void;
  readonly onJoin: (() => void) | undefined;
  readonly onTeach: (() => void) | undefined;
  /** What is known of it besides: who corrected it, what models have of it. */
  readonly more: ReactNode;
}

const labelOf = { symbol: 'Tag', line: 'Line number', text: 'What it says' } as const;

/** What is chosen, and what can be said of it. */
export function ItemCard({ items, mayWrite, onChange, onJoin, onTeach, more }: Props) {
  const [first] = items;
  if (!first) return null;
  const statuses = new Set(items.map(({ status }) => status));
  return (
    <section className={classes.card} aria-label="What is chosen">
      <Text fw={600} size="sm" mb={6} style={{ overflowWrap: 'anywhere' }}>
        {items.length === 1 ? nameOf(first) : `${items.length} chosen`}
      </Text>
      <Stack gap="xs">
        {mayWrite && items.length === 1 && (
          <FactsForm key={`${first.id} ${first.modelClass} ${first.label}`} item={first} onChange={onChange} />
        )}
        {mayWrite ? (
          <Group gap="xs">
            {!(statuses.size === 1 && statuses.has('approved')) && (
              <Button
                size="compact-sm"
                leftSection={<IconCheck size={14} />}
                rightSection={<Kbd size="xs">A</Kbd>}
                onClick={() => onChange({ status: 'approved' })}
              >
                Approve
              </Button>
            )}
            {!(statuses.size === 1 && statuses.has('deleted')) && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconTrash size={14} />}
                rightSection={<Kbd size="xs">D</Kbd>}
                onClick={() => onChange({ status: 'deleted' })}
              >
                Delete
              </Button>
            )}
            {!statuses.has('pending') && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconRestore size={14} />}
                onClick={() => onChange({ status: 'pending' })}
              >
                Open again
              </Button>
            )}
            {onJoin && (
              <Button size="compact-sm" variant="default" onClick={onJoin}>
                Join the two lines
              </Button>
            )}
            {onTeach && (
              <Button size="compact-sm" variant="default" leftSection={<IconSchool size={14} />} onClick={onTeach}>
                Teach this symbol
              </Button>
            )}
          </Group>
        ) : (
          <Text size="xs" c="dimmed">
            Who may run recognition in this twin can correct what was found.
          </Text>
        )}
        {more}
      </Stack>
    </section>
  );
}

/** Class and tag of one thing; kept when the field is left or Enter is pressed. */
function FactsForm({ item, onChange }: { readonly item: Item; readonly onChange: (facts: Facts) => void }) {
  const [modelClass, setClass] = useState(item.modelClass);
  const [label, setLabel] = useState(item.label);
  const wrong = item.kind !== 'text' && !isClass(modelClass);
  const keep = (event?: FormEvent) => {
    event?.preventDefault();
    if (wrong || (modelClass === item.modelClass && label.trim() === item.label)) return;
    const said = item.kind === 'text' ? { text: label.trim() } : { modelClass, userLabel: label.trim() };
    onChange({ ...said, status: 'approved' });
  };
  return (
    <form onSubmit={keep}>
      <Group gap="xs" align="flex-start" grow>
        {item.kind !== 'text' && (
          <Autocomplete
            size="xs"
            label="Class"
            data={item.kind === 'line' ? [pipe, signal] : [...usualClasses]}
            value={modelClass}
            error={wrong && 'Capital letters, digits and _'}
            onChange={(value) => setClass(value.toUpperCase().replaceAll(/[\s-]/g, '_'))}
            onBlur={() => keep()}
          />
        )}
        <TextInput
          size="xs"
          label={labelOf[item.kind]}
          value={label}
          maxLength={255}
          onChange={(event) => setLabel(event.currentTarget.value)}
          onBlur={() => keep()}
        />
      </Group>
      <button type="submit" hidden />
    </form>
  );
}
