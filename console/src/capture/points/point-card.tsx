import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconCurrentLocation, IconTrash } from '@tabler/icons-react';
import type { MeasuredPoint } from '../../../../src/engines/photogrammetry/prepare/control-points.ts';
import { NumberField } from '../../ui/number/number-field.tsx';
import classes from '../capture.module.css';
import { metres } from './off-text.ts';
import type { Marking } from './use-marking.ts';
import { withPoint } from './use-points.ts';

interface Props {
  readonly marking: Marking;
  readonly point: MeasuredPoint;
  readonly mayMark: boolean;
}

const axes = ['Easting', 'Northing', 'Height'] as const;
const uses = [
  { value: 'control', label: 'Control point' },
  { value: 'check', label: 'Check point' },
];

/** The chosen point: its coordinates, its use, how far it is off, and its mark in the photo that is shown. */
export function PointCard({ marking, point, mayMark }: Props) {
  const { points, photo, fits } = marking;
  const { id, use, place, seen } = point;
  const change = (to: Partial<MeasuredPoint>) => points.change(withPoint(points.measured, id, to));
  const setAxis = (axis: number, value: number | '') => {
    if (value === '' || value === place[axis]) return;
    const [x, y, z] = place.map((old, n) => (n === axis ? value : old));
    change({ place: [x ?? 0, y ?? 0, z ?? 0] });
  };
  const remove = () => {
    marking.choosePoint(undefined);
    points.change({ ...points.measured, points: points.measured.points.filter((one) => one.id !== id) });
  };
  const isMarked = seen.some(({ image }) => image === photo?.name);
  const off = fits.get(id)?.off;
  return (
    <section className={classes.card} aria-label={`Point ${id}`}>
      <div className={classes.three}>
        {axes.map((label, axis) => (
          <NumberField
            key={`${id} ${label}`}
            size="xs"
            label={label}
            unit="m"
            required
            withAsterisk={false}
            decimals={4}
            readOnly={!mayMark}
            value={place[axis] ?? 0}
            onChange={(value) => setAxis(axis, value)}
          />
        ))}
      </div>
      {mayMark && (
        <SegmentedControl
          size="xs"
          mt={6}
          fullWidth
          aria-label="Use"
          data={uses}
          value={use}
          onChange={(value) => change({ use: value === 'check' ? 'check' : 'control' })}
        />
      )}
      {off && (
        <Text size="xs" mt={6}>
          Found minus given: {metres(off[0])} east, {metres(off[1])} north, {metres(off[2])} up
        </Text>
      )}
      {mayMark && (
        <>
          <Text size="xs" c="dimmed" mt={6}>
            {isMarked
              ? 'Click another place in the photo to move the mark.'
              : 'Come near in the photo, then click where the point is.'}
          </Text>
          <Group gap="xs" mt={4}>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconCurrentLocation size={13} />}
              disabled={!isMarked}
              onClick={marking.unmark}
            >
              Take the mark away (X)
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={13} />}
              onClick={remove}
            >
              Delete the point
            </Button>
          </Group>
        </>
      )}
    </section>
  );
}
