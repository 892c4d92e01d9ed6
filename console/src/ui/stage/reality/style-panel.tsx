import { Checkbox, SegmentedControl, Select, Slider, Stack, Switch, Text } from '@mantine/core';
import { count } from '../../format.ts';
import { cssColor } from '../colours.ts';
import { classColor, className } from '../scene/cloud/classes.ts';
import { type CloudContents, type CloudStyle, colouringOf, colourings } from '../scene/cloud/style.ts';
import classes from '../stage.module.css';

interface StyleProps {
  readonly style: CloudStyle;
  readonly contents: CloudContents;
  readonly onChange: (style: CloudStyle) => void;
}

const titles = { rgb: 'Colour', class: 'Class', intensity: 'Intensity', height: 'Height' } as const;
const budgets = [1, 2, 5, 10, 20];

/** How clouds are drawn: colours, points, classes. */
export function StylePanel({ style, contents, onChange }: StyleProps) {
  const set = (change: Partial<CloudStyle>) => onChange({ ...style, ...change });
  const has = { rgb: contents.colors, class: contents.classes, intensity: contents.intensities, height: true };
  const colouring = colouringOf(style, contents);
  return (
    <Stack gap="sm">
      <div>
        <Text size="xs" c="dimmed" mb={4} id="colouring">
          Points are coloured by
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby="colouring"
          value={colouring}
          data={colourings.map((one) => ({ value: one, label: titles[one], disabled: !has[one] }))}
          onChange={(value) => set({ colouring: colourings.find((one) => one === value) ?? 'rgb' })}
        />
      </div>
      <div>
        <Text size="xs" c="dimmed" mb={4}>
          Size of points, pixels
        </Text>
        <Slider
          size="sm"
          min={1}
          max={10}
          step={0.5}
          mb="xs"
          value={style.size}
          thumbLabel="Size of points"
          onChange={(size) => set({ size })}
        />
      </div>
      <Switch
        size="xs"
        label="Round points"
        checked={style.round}
        onChange={(event) => set({ round: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label="Shade edges (eye-dome lighting)"
        checked={style.eyeDome}
        onChange={(event) => set({ eyeDome: event.currentTarget.checked })}
      />
      <Select
        size="xs"
        label="Most points in the picture"
        description={contents.drawn > 0 ? `${count(contents.drawn)} are drawn now; fewer while you move` : undefined}
        allowDeselect={false}
        data={budgets.map((millions) => ({ value: String(millions * 1e6), label: `${millions} million` }))}
        value={String(style.points)}
        onChange={(points) => set({ points: Number(points) })}
      />
      {contents.classes && <Classes {...{ style, contents, onChange }} />}
    </Stack>
  );
}

function Classes({ style, contents, onChange }: StyleProps) {
  const hidden = new Set(style.hidden);
  const numbers = [...new Set([...contents.counts.keys(), ...hidden])].toSorted((a, b) => a - b);
  const turn = (number: number, on: boolean) => {
    if (on) hidden.delete(number);
    else hidden.add(number);
    onChange({ ...style, hidden: [...hidden].toSorted((a, b) => a - b) });
  };
  return (
    <fieldset className={classes.classes}>
      <Text component="legend" size="xs" c="dimmed">
        Classes
      </Text>
      {numbers.map((number) => (
        <div key={number} className={classes.classRow}>
          <Checkbox
            size="xs"
            label={className(number)}
            checked={!hidden.has(number)}
            onChange={(event) => turn(number, event.currentTarget.checked)}
          />
          <svg className={classes.swatch} viewBox="0 0 1 1" aria-hidden="true">
            <rect width="1" height="1" fill={cssColor(classColor(number))} />
          </svg>
        </div>
      ))}
    </fieldset>
  );
}
