import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { SystemField } from '../../ui/systems/system-field.tsx';
import { pointsIn } from './text.ts';
import type { Marking } from './use-marking.ts';

/** Asks for points with their coordinates, as a surveyor hands them over; points that are there keep their marks. */
export function AddPointsDialog({ marking, onClose }: { readonly marking: Marking; readonly onClose: () => void }) {
  const { measured, change } = marking.points;
  const [text, setText] = useState('');
  const [srs, setSrs] = useState(measured.srs ?? '');
  const { points, faults } = pointsIn(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (faults.length > 0) return;
    const given = new Map(points.map((point) => [point.id, point]));
    const known = measured.points.map((point) => {
      const { use, place } = given.get(point.id) ?? point;
      return { ...point, use, place };
    });
    const added = points.filter(({ id }) => !measured.points.some((point) => point.id === id));
    change({ srs: srs || null, points: [...known, ...added] });
    if (added[0]) marking.choosePoint(added[0].id);
    onClose();
  };
  return (
    <Dialog onClose={onClose} title="Add points">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            label="Points"
            description="A line for each: name, easting, northing, height, and “check” behind it for a check point"
            placeholder={'P1, 451291.000, 5411194.000, 313.000\nP2, 451309.000, 5411206.000, 313.120, check'}
            data-autofocus
            autosize
            minRows={5}
            maxRows={14}
            value={text}
            error={faults.length > 0 ? `Line ${faults.slice(0, 5).join(', ')} tells no point, or one again.` : null}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="space-between">
            <FileButton accept=".csv,.txt" onChange={(file) => void file?.text().then(setText)}>
              {(button) => (
                <Button {...button} size="xs" variant="default">
                  From a file
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="dimmed" role="status">
              {plural(points.length, 'point')}
            </Text>
          </Group>
          <SystemField
            label="Coordinate system of all points"
            description="If empty: the UTM zone in which the photos were taken"
            withHeights
            value={srs}
            onChange={setSrs}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={faults.length > 0}>
              {points.length === 0 ? 'Save' : 'Add'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
