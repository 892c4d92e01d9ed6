import { Button, Checkbox, Group, Progress, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsDiff, IconDownload, IconEqual, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { csvOf } from '../../../ui/csv.ts';
import { Empty } from '../../../ui/empty.tsx';
import { count, dateTime, plural } from '../../../ui/format.ts';
import { ProblemNote } from '../../../ui/problem-note.tsx';
import { saveText } from '../../../ui/save-text.ts';
import { cssColor } from '../../../ui/stage/colours.ts';
import { className, type ElementInfo, nameOf } from '../../../ui/stage/elements.ts';
import { changeColors } from '../../../ui/stage/looks-of.ts';
import classes from '../../../ui/stage/stage.module.css';
import type { Changeset } from '../../queries.ts';
import { useRows } from '../panels/use-rows.ts';
import { type Change, csvHeader, csvRows, type Limit, limitOf, type Move } from './changes.ts';
import { aspectsOf, Differences } from './differences.tsx';
import type { Comparison } from './use-comparison.ts';

const kinds: readonly Change['kind'][] = ['Added', 'Modified', 'Deleted'];

interface ChangesProps {
  readonly comparison: Comparison;
  readonly shown: Changeset;
  readonly older: Changeset | undefined;
  /** Versions before the one that is shown, newest first. */
  readonly earlier: readonly Changeset[];
  readonly chosen: string | undefined;
  readonly fileName: string;
  readonly elementOf: (change: Change) => ElementInfo | undefined;
  /** How far an element has moved; undefined where it has not, or nobody knows. */
  readonly moveOf: (change: Change) => Move | undefined;
  readonly onLimit: (limit: Limit) => void;
  readonly onCompare: (changesetId: string | undefined) => void;
  readonly onChoose: (change: Change) => void;
}

/** What differs between two versions. */
export function ChangesPanel(props: ChangesProps) {
  const { shown, older, earlier } = props;
  useOnlyEarlier(props);
  if (earlier.length === 0) {
    return (
      <Empty
        icon={IconArrowsDiff}
        title="There is nothing to compare with"
        text="This is the first version that was imported. Upload a new version on the page of models: what differs is then shown here."
      />
    );
  }
  return (
    <div className={classes.panel}>
      <div className={classes.pad}>
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <Select
            size="xs"
            flex={1}
            label={`Compare version ${shown.index} with`}
            placeholder="Choose an earlier version"
            value={older?.id ?? null}
            data={earlier.map(({ id, index, pushDateTime }) => ({
              value: id,
              label: `Version ${index}, ${dateTime(pushDateTime)}`,
            }))}
            onChange={(id) => props.onCompare(id ?? undefined)}
          />
          {older && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconX size={14} />}
              onClick={() => props.onCompare(undefined)}
            >
              End
            </Button>
          )}
        </Group>
      </div>
      {older ? (
        <Compared {...props} />
      ) : (
        <Empty
          icon={IconArrowsDiff}
          title="Compare two versions"
          text="Choose an earlier version above: what was added, deleted and modified since is coloured and listed."
        />
      )}
    </div>
  );
}

/** Where there is but one earlier version, it is the one to compare with: once, so that the comparison can be ended. */
function useOnlyEarlier({ earlier, older, onCompare }: ChangesProps): void {
  const wasChosen = useRef(older !== undefined);
  const only = earlier.length === 1 ? earlier[0]?.id : undefined;
  useEffect(() => {
    if (only === undefined || wasChosen.current) return;
    wasChosen.current = true;
    onCompare(only);
  }, [only, onCompare]);
}

function Compared(props: ChangesProps) {
  const { job, changes, error, again } = props.comparison;
  if (error) return <ProblemNote error={error} onRetry={again} />;
  if (job?.status === 'Failed') {
    return (
      <div className={classes.pad}>
        <ProblemNote error={new Error(job.errorDetails ?? 'The comparison failed.')} onRetry={again} />
      </div>
    );
  }
  if (!changes) return <Waiting comparison={props.comparison} />;
  if (props.comparison.all === 0) {
    return (
      <Empty
        icon={IconEqual}
        title="Nothing differs"
        text="Both versions hold the same elements with the same values."
      />
    );
  }
  return <Changes {...props} changes={changes} />;
}

function Waiting({ comparison: { job } }: Pick<ChangesProps, 'comparison'>) {
  const { currentProgress, maxProgress } = job ?? {};
  const known = currentProgress !== undefined && maxProgress !== undefined && maxProgress > 0;
  const percent = known ? Math.floor((100 * currentProgress) / maxProgress) : null;
  const text = known
    ? `${count(currentProgress)} of ${count(maxProgress)} elements`
    : job?.status === 'Completed'
      ? 'Reading the result'
      : 'Waits for its turn';
  return (
    <div className={classes.pad}>
      <Progress.Root size="sm">
        <Progress.Section
          value={percent ?? 100}
          animated={percent === null}
          striped={percent === null}
          aria-label="Comparison"
          aria-valuetext={text}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4} role="status">
        {text}
      </Text>
    </div>
  );
}

const rowHeight = 44;

const limitNames = [
  { value: 'all', label: 'Everything' },
  { value: 'geometry', label: 'Geometry' },
  { value: 'values', label: 'Values only' },
] as const;

function Changes(props: ChangesProps & { readonly changes: readonly Change[] }) {
  const { changes, elementOf, chosen } = props;
  const [wanted, want] = useState<readonly string[]>(kinds);
  const [text, setText] = useState('');
  const [find] = useDebouncedValue(text.trim().toLowerCase(), 150);
  const listed = useMemo(() => {
    const fits = (change: Change) => {
      if (find === '') return true;
      const element = elementOf(change);
      const texts = [
        change.globalId,
        element?.name,
        element?.class,
        ...change.differences.map(({ property }) => property),
      ];
      return texts.some((one) => one?.toLowerCase().includes(find));
    };
    return changes.filter((change) => wanted.includes(change.kind) && fits(change));
  }, [changes, elementOf, wanted, find]);
  const current = changes.find(({ id }) => id === chosen);
  const save = () => saveText(props.fileName, csvOf(csvHeader, csvRows(listed, elementOf, props.moveOf)));
  return (
    <>
      <div className={classes.pad} style={{ paddingTop: 0 }}>
        <SegmentedControl
          fullWidth
          size="xs"
          mb="xs"
          aria-label="Changes of"
          data={[...limitNames]}
          value={props.comparison.limit}
          onChange={(limit) => props.onLimit(limitOf(limit))}
        />
        <Checkbox.Group value={[...wanted]} onChange={want} aria-label="Which changes are listed">
          <Group gap="sm">
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                size="xs"
                value={kind}
                color={cssColor(changeColors[kind])}
                iconColor={kind === 'Modified' ? '#000' : '#fff'}
                label={`${kind} ${count(changes.filter((one) => one.kind === kind).length)}`}
              />
            ))}
          </Group>
        </Checkbox.Group>
        <Group gap="xs" mt="xs" wrap="nowrap">
          <TextInput
            size="xs"
            flex={1}
            type="search"
            aria-label="Search changes"
            placeholder="Element or property"
            leftSection={<IconSearch size={14} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={save}>
            CSV
          </Button>
        </Group>
        <Text size="xs" c="dimmed" mt={6} role="status">
          {plural(listed.length, 'change')} listed
        </Text>
      </div>
      <ChangeList {...props} listed={listed} />
      {current && <Differences change={current} element={elementOf(current)} moved={props.moveOf(current)} />}
    </>
  );
}

function ChangeList(props: ChangesProps & { readonly listed: readonly Change[] }) {
  const { listed, chosen, onChoose, elementOf, moveOf } = props;
  const list = useRows(listed.length, rowHeight);
  const at = listed.findIndex(({ id }) => id === chosen);
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = step === 0 ? undefined : listed[Math.min(listed.length - 1, Math.max(0, at + step))];
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    list.scrollTo(listed.indexOf(next));
  };
  return (
    <div
      ref={list.scroller}
      className={`${classes.scroll} ${classes.tree}`}
      role="listbox"
      tabIndex={0}
      aria-label="Changes"
      aria-activedescendant={at >= 0 && list.isRendered(at) ? `change-${chosen}` : undefined}
      onKeyDown={onKey}
    >
      <div role="none" style={{ height: list.height, position: 'relative' }}>
        {list.items.map(({ index, start }) => {
          const change = listed[index];
          if (!change) return null;
          const element = elementOf(change);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
            <div
              key={change.id}
              id={`change-${change.id}`}
              role="option"
              aria-selected={change.id === chosen}
              className={classes.change}
              data-chosen={change.id === chosen || undefined}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              onClick={() => onChoose(change)}
            >
              <svg className={classes.swatch} viewBox="0 0 1 1" aria-hidden="true">
                <rect width="1" height="1" fill={cssColor(changeColors[change.kind])} />
              </svg>
              <div className={classes.what}>
                <div>{element ? nameOf(element) : change.globalId}</div>
                <Text size="xs" c="dimmed" component="div">
                  {[change.kind, element && className(element.class), aspectsOf(change, moveOf(change))]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
