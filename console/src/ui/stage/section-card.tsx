import { Button, Group, Paper, RangeSlider, Text } from '@mantine/core';
import classes from './stage.module.css';
import { type Box, withValue } from './view-data.ts';

const axes = ['West to east', 'South to north', 'Below to above'] as const;

/** Where the model is cut off, along its axes. */
export function SectionCard(props: {
  readonly whole: Box;
  readonly section: Box;
  readonly onChange: (section: Box) => void;
  readonly onClose: () => void;
}) {
  const { whole, section } = props;
  const set = (axis: number, from: number, to: number) =>
    props.onChange({ low: withValue(section.low, axis, from), high: withValue(section.high, axis, to) });
  return (
    <Paper component="section" className={classes.card} withBorder shadow="sm" aria-label="Section box">
      <Group justify="space-between" mb={6}>
        <Text fw={600} size="sm">
          Section box
        </Text>
        <Group gap={4}>
          <Button size="compact-xs" variant="subtle" onClick={() => props.onChange(whole)}>
            Whole
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={props.onClose}>
            Remove
          </Button>
        </Group>
      </Group>
      {axes.map((name, axis) => {
        const [low, high] = [whole.low[axis] ?? 0, whole.high[axis] ?? 0];
        return (
          <div key={name}>
            <Text size="xs" c="dimmed" id={`section-${axis}`}>
              {name}
            </Text>
            <RangeSlider
              size="sm"
              mb="xs"
              min={low}
              max={high}
              step={Math.max(0.01, (high - low) / 400)}
              minRange={0.01}
              value={[section.low[axis] ?? low, section.high[axis] ?? high]}
              onChange={([from, to]) => set(axis, from, to)}
              label={(value) => `${value.toFixed(2)} m`}
              thumbFromLabel={`${name}, from`}
              thumbToLabel={`${name}, to`}
            />
          </div>
        );
      })}
    </Paper>
  );
}
