import { Button, Select, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { plural } from '../../ui/format.ts';
import { symbolName } from '../../ui/tags.ts';
import type { SymbolRule } from './queries.ts';
import { SymbolDialog } from './symbol-dialog.tsx';
import { SymbolPicture } from './symbol-picture.tsx';
import classes from './symbols.module.css';
import type { Draft } from './use-draft.ts';

const shownAtOnce = 60;

/** Every symbol of a set as a picture; one that is chosen is changed or taken out. */
export function SymbolsTab({ draft, mayChange }: { readonly draft: Draft; readonly mayChange: boolean }) {
  const { symbols } = draft.content;
  const [find, setFind] = useState('');
  const [modelClass, setClass] = useState<string | null>(null);
  const [most, setMost] = useState(shownAtOnce);
  const [open, setOpen] = useState<SymbolRule>();
  const text = find.trim().toLowerCase();
  const fitting = symbols.filter(
    (one) =>
      (modelClass === null || one.modelClass === modelClass) &&
      `${one.name} ${symbolName(one.modelClass)}`.toLowerCase().includes(text),
  );
  const inSet = [...new Set(symbols.map((one) => one.modelClass))].sort();
  const put = (changed: SymbolRule) => draft.change({ symbols: symbols.map((one) => (one === open ? changed : one)) });
  return (
    <>
      <div className={classes.filters}>
        <TextInput
          type="search"
          aria-label="Search symbols"
          placeholder="Search"
          leftSection={<IconSearch size={14} />}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
        <Select
          aria-label="Class"
          placeholder="Every class"
          clearable
          data={inSet.map((one) => ({ value: one, label: symbolName(one) }))}
          value={modelClass}
          onChange={setClass}
        />
      </div>
      <Text size="xs" c="dimmed" mb="xs" role="status">
        {plural(fitting.length, 'symbol')}
      </Text>
      <ul className={classes.grid} aria-label="Symbols">
        {fitting.slice(0, most).map((symbol) => (
          <li key={symbol.name}>
            <button type="button" className={classes.symbol} onClick={() => setOpen(symbol)}>
              <SymbolPicture symbol={symbol} size={64} />
              <span className={classes.name}>{symbol.name}</span>
              <Text span size="xs" c="dimmed">
                {symbolName(symbol.modelClass)}
              </Text>
            </button>
          </li>
        ))}
      </ul>
      {fitting.length > most && (
        <Button variant="default" mt="sm" onClick={() => setMost(most + shownAtOnce)}>
          Show more
        </Button>
      )}
      {open && (
        <SymbolDialog
          symbol={open}
          mayChange={mayChange}
          taken={symbols.filter((one) => one !== open).map(({ name }) => name)}
          isLast={symbols.length === 1}
          onChange={put}
          onRemove={() => draft.change({ symbols: symbols.filter((one) => one !== open) })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
