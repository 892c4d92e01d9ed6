import { Button, Group, Paper, SegmentedControl, Text } from '@mantine/core';
import classes from '../stage.module.css';
import type { Measuring } from './use-measuring.ts';
import { measureKinds, pointsNeeded } from './values.ts';

const labels = { distance: 'Distance', angle: 'Angle', area: 'Area' } as const;
const ordinals = ['first', 'second', 'third'] as const;

/** What is measured, and what to do next. */
export function MeasureCard({ measuring, onClose }: { readonly measuring: Measuring; readonly onClose: () => void }) {
  const { kind, points, result } = measuring;
  return (
    <Paper component="section" className={classes.card} withBorder shadow="sm" aria-label="Measure">
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Text fw={600} size="sm">
          Measure
        </Text>
        <Group gap={4} wrap="nowrap">
          <Button size="compact-xs" variant="subtle" disabled={points.length === 0} onClick={measuring.clear}>
            Clear
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={onClose}>
            End
          </Button>
        </Group>
      </Group>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="What is measured"
        data={measureKinds.map((value) => ({ value, label: labels[value] }))}
        value={kind}
        onChange={(value) => measuring.setKind(measureKinds.find((one) => one === value) ?? 'distance')}
      />
      {result && (
        <dl className={classes.measured}>
          <div>
            <dt>{labels[kind]}</dt>
            <dd>{result.text}</dd>
          </div>
          {result.parts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <Text size="xs" c="dimmed" mt={6} role="status">
        {hintOf(measuring)}
      </Text>
    </Paper>
  );
}

function hintOf({ kind, points, result }: Measuring): string {
  if (kind === 'area' && result) return 'Click further corners. Backspace takes one back, Escape ends.';
  if (result && points.length >= pointsNeeded[kind]) return 'Click to measure again. Escape ends.';
  const place = kind === 'angle' && points.length === 1 ? 'point, where the angle is' : 'point';
  return `Click the ${ordinals[points.length] ?? 'next'} ${place}. It is drawn to corners and edges. Escape ends.`;
}
