import { Autocomplete, Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { isClass, usualClasses } from '../sheet/prediction.ts';
import type { SymbolRule } from './queries.ts';
import { SymbolPicture } from './symbol-picture.tsx';

const tagPlaces = [
  { value: 'near', label: 'Near it' },
  { value: 'inside', label: 'Inside of it' },
  { value: 'split', label: 'Inside, letters over a number' },
  { value: 'none', label: 'It has none' },
] as const;
const quarters = [0, 90, 180, 270];

interface Props {
  readonly symbol: SymbolRule;
  readonly mayChange: boolean;
  /** Names of other symbols. */
  readonly taken: readonly string[];
  readonly isLast: boolean;
  readonly onChange: (symbol: SymbolRule) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** What is known of one symbol. Its shape is learnt from drawings and not changed here. */
export function SymbolDialog({ symbol, mayChange, taken, isLast, onChange, onRemove, onClose }: Props) {
  const [facts, setFacts] = useState(symbol);
  const set = (more: Partial<SymbolRule>) => setFacts((before) => ({ ...before, ...more }));
  const name = facts.name.trim();
  const isTaken = taken.includes(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!name || isTaken || !isClass(facts.modelClass)) return;
    onChange({ ...facts, name });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={symbol.name}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Group justify="center">
            <SymbolPicture symbol={symbol} size={160} />
          </Group>
          <fieldset disabled={!mayChange} style={{ all: 'unset', display: 'contents' }}>
            <TextInput
              label="Name"
              required
              maxLength={100}
              value={facts.name}
              error={isTaken && 'Another symbol has this name.'}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Autocomplete
              label="Class"
              data={[...usualClasses]}
              value={facts.modelClass}
              error={!isClass(facts.modelClass) && 'Capital letters, digits and _'}
              onChange={(value) => set({ modelClass: value.toUpperCase().replaceAll(/[\s-]/g, '_') })}
            />
            <Select
              label="Where its tag stands"
              allowDeselect={false}
              data={[...tagPlaces]}
              value={facts.tag}
              onChange={(value) => set({ tag: tagPlaces.find((one) => one.value === value)?.value ?? facts.tag })}
            />
            <Checkbox
              label="A pipe goes through it, so its line number holds on both sides"
              checked={facts.inLine}
              onChange={(event) => set({ inLine: event.currentTarget.checked })}
            />
            <Checkbox
              label="It may be turned by quarters"
              checked={facts.rotations.length > 1}
              onChange={(event) => set({ rotations: event.currentTarget.checked ? quarters : [0] })}
            />
            <Checkbox
              label="It may be mirrored"
              checked={facts.mirrored}
              onChange={(event) => set({ mirrored: event.currentTarget.checked })}
            />
          </fieldset>
          <Group justify="space-between">
            {mayChange && (
              <Button
                variant="subtle"
                color="red"
                disabled={isLast}
                onClick={() => {
                  onRemove();
                  onClose();
                }}
              >
                Take out
              </Button>
            )}
            <Group ml="auto">
              <Button variant="default" onClick={onClose}>
                {mayChange ? 'Cancel' : 'Close'}
              </Button>
              {mayChange && (
                <Button type="submit" disabled={!name || isTaken || !isClass(facts.modelClass)}>
                  Keep
                </Button>
              )}
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
