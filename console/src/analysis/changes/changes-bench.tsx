import { Button, Group, Select, Text } from '@mantine/core';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { csvOf } from '../../ui/csv.ts';
import { plural } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { useTitle } from '../../ui/page.tsx';
import { MarkList } from '../../ui/picture/mark-list.tsx';
import { saveText } from '../../ui/save-text.ts';
import type { Drawable } from '../../ui/stage/reality/source.ts';
import { usePageKeys } from '../../ui/use-page-keys.ts';
import type { Analysis } from '../analysis.ts';
import { shapeOf, withRoom } from '../space/shapes.ts';
import type { FoundInPlace } from '../space/use-found.ts';
import { type Change, changeOf, kindWords, listed } from './change.ts';
import classes from './changes.module.css';
import { Epoch } from './epoch.tsx';
import { useTwoPictures } from './use-two-pictures.ts';

interface Props {
  readonly analysis: Analysis;
  readonly twinId: string;
  readonly found: FoundInPlace;
  readonly before: Drawable;
  readonly after: Drawable;
  /** What the two surveys are called. */
  readonly names: readonly [before: string, after: string];
}

/** Two pictures that move together; a click in the list flies both to the change. */
export function ChangesBench({ analysis, twinId, found, before, after, names }: Props) {
  const title = analysis.name ?? 'Before and after';
  useTitle(title);
  const { frame } = before;
  const changes = useMemo(
    () =>
      found.features
        .map((one) => changeOf(shapeOf(one, found.onEarth ? frame : undefined)))
        .toSorted((a, b) => b.volume - a.volume),
    [found.features, found.onEarth, frame],
  );
  const [kind, setKind] = useState<Change['kind'] | null>(null);
  const [chosen, choose] = useState<string>();
  const shown = useMemo(() => changes.filter((one) => kind === null || one.kind === kind), [changes, kind]);
  const shapes = useMemo(() => shown.map(({ shape }) => shape), [shown]);
  const pictures = useTwoPictures(before, after);
  const goTo = (id: string) => {
    choose(id);
    const change = changes.find(({ shape }) => shape.feature.id === id);
    if (change) for (const { stage } of pictures) stage?.fit(withRoom(change.shape.box, 4));
  };
  const step = (by: 1 | -1) => {
    const next = shown[Math.max(0, shown.findIndex(({ shape }) => shape.feature.id === chosen) + by)];
    if (next) goTo(next.shape.feature.id);
  };
  usePageKeys((key) => {
    if (key !== 'n' && key !== 'p') return false;
    step(key === 'n' ? 1 : -1);
    return true;
  });
  const [left, right] = pictures;
  const marks = { shapes, chosen, onChoose: (id: string | undefined) => choose(id) };
  return (
    <div className={classes.bench}>
      <Epoch title="Before" name={names[0]} drawable={before} picture={left} {...marks} />
      <Epoch title="After" name={names[1]} drawable={after} picture={right} {...marks} />
      <aside className={classes.side} aria-label="Changes">
        <div className={classes.head}>
          <TextLink to="/twins/$twinId/analysis/$jobId" params={{ twinId, jobId: analysis.id }} size="xs">
            <IconArrowLeft size={12} /> The analysis
          </TextLink>
          <Text component="h1" fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Group gap={6} mt={6} wrap="nowrap">
            <Select
              flex={1}
              size="xs"
              aria-label="What"
              placeholder="New and gone"
              clearable
              data={Object.entries(kindWords).map(([value, label]) => ({ value, label }))}
              value={kind}
              onChange={(value) => setKind(value === 'new' || value === 'gone' ? value : null)}
            />
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} />}
              onClick={() => saveText('changes.csv', tableOf(shown))}
            >
              CSV
            </Button>
          </Group>
          <Text size="xs" c="dimmed" mt={4} role="status">
            {plural(shown.length, 'change')}, the largest first. N and P go through them.
          </Text>
        </div>
        <MarkList label="Changes" items={shown.map(listed)} chosen={new Set(chosen && [chosen])} onChoose={goTo} />
      </aside>
    </div>
  );
}

const tableOf = (changes: readonly Change[]): string =>
  csvOf(
    ['What', 'Length, m', 'Width, m', 'Height, m', 'Longitude or X', 'Latitude or Y', 'Height'],
    changes.map(({ kind, size, shape }) => [
      kindWords[kind],
      ...size.map(rounded),
      ...(shape.feature.rings[0]?.[0] ?? []),
    ]),
  );

const rounded = (metres: number): number => Math.round(100 * metres) / 100;
