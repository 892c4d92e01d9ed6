import { ActionIcon, Paper, Text, UnstyledButton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { count } from '../format.ts';
import { cssColor, type LegendEntry } from './colours.ts';
import { isShown } from './looks-of.ts';
import classes from './stage.module.css';
import type { ShownControl } from './use-shown.ts';

interface LegendProps {
  readonly title: string;
  readonly entries: readonly LegendEntry[];
  readonly control: ShownControl;
  /** Above the entries. */
  readonly children?: ReactNode;
}

/** Which colour means what; a click shows only what has it. */
export const LegendCard = ({ title, entries, control, children }: LegendProps) => (
  <Paper component="section" className={classes.card} data-broad withBorder shadow="sm" aria-label={title}>
    {children ?? (
      <Text fw={600} size="sm" mb={4}>
        {title}
      </Text>
    )}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <ul className={classes.legend} tabIndex={0}>
      {entries.map((entry) => (
        <Entry key={entry.label} entry={entry} control={control} />
      ))}
    </ul>
  </Paper>
);

function Entry({ entry, control }: { readonly entry: LegendEntry; readonly control: ShownControl }) {
  const { label, color, ids } = entry;
  const { shown, isolate, showAll, hide } = control;
  const isOnly = shown.only?.size === ids.length && ids.every((id) => shown.only?.has(id));
  const isSeen = ids.some((id) => isShown(shown, id));
  return (
    <li>
      <UnstyledButton
        className={classes.entry}
        fz="inherit"
        aria-pressed={isOnly}
        title={`${isOnly ? 'Show all again' : 'Show only'}: ${label}`}
        onClick={() => (isOnly ? showAll() : isolate(ids))}
      >
        <svg className={classes.swatch} viewBox="0 0 1 1" aria-hidden="true">
          <rect width="1" height="1" fill={cssColor(color)} />
        </svg>
        <span className={classes.what}>{label}</span>
        <span className={classes.count}>{count(ids.length)}</span>
      </UnstyledButton>
      <ActionIcon
        size={20}
        variant="subtle"
        color="gray"
        aria-label={isSeen ? `Hide all of ${label}` : `Show all of ${label}`}
        onClick={() => hide(ids, isSeen)}
      >
        {isSeen ? <IconEye size={13} /> : <IconEyeOff size={13} />}
      </ActionIcon>
    </li>
  );
}
