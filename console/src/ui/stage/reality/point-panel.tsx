import { Button, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconFocusCentered } from '@tabler/icons-react';
import { count, significant } from '../../format.ts';
import { cssColor } from '../colours.ts';
import { className } from '../scene/cloud/classes.ts';
import type { PointFacts } from '../scene/drawn.ts';
import classes from '../stage.module.css';
import type { Point } from '../view-data.ts';
import type { System } from './source.ts';
import { useCoordinates } from './use-coordinates.ts';

interface PointProps {
  readonly point: Point;
  readonly facts: PointFacts | undefined;
  readonly frame: readonly number[] | undefined;
  readonly system: System | undefined;
  readonly onGo: () => void;
}

/** A point that was picked: where it is, and what is known of it. */
export function PointPanel({ point, facts, frame, system, onGo }: PointProps) {
  const found = useCoordinates(point, frame, system);
  const copy = async () => {
    await navigator.clipboard.writeText((found?.values ?? []).map(([, value]) => value.replace('°', '')).join('\t'));
    notifications.show({ message: 'The coordinates are copied.', color: 'teal' });
  };
  return (
    <div className={classes.pad}>
      <Title order={2} size="0.9rem">
        {facts ? 'Point' : 'Place'}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {found?.system ?? 'Local coordinates'}
      </Text>
      <dl className={classes.values}>
        {found?.values.map(([name, value]) => (
          <Row key={name} name={name} value={value} />
        ))}
        {facts?.class !== undefined && <Row name="Class" value={`${facts.class}, ${className(facts.class)}`} />}
        {facts?.intensity !== undefined && <Row name="Intensity" value={count(facts.intensity)} />}
        {facts?.color !== undefined && (
          <Row
            name="Colour"
            value={[facts.color >> 16, (facts.color >> 8) & 255, facts.color & 255].join(', ')}
            color={facts.color}
          />
        )}
        {facts?.more.map(([name, value]) => (
          <Row key={name} name={name} value={significant(value)} />
        ))}
      </dl>
      <Button.Group mt="sm">
        <Button size="xs" variant="default" leftSection={<IconCopy size={14} />} onClick={() => void copy()}>
          Copy coordinates
        </Button>
        <Button size="xs" variant="default" leftSection={<IconFocusCentered size={14} />} onClick={onGo}>
          Go to it
        </Button>
      </Button.Group>
    </div>
  );
}

function Row({ name, value, color }: { readonly name: string; readonly value: string; readonly color?: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {color !== undefined && (
          <svg className={classes.swatch} viewBox="0 0 1 1" aria-hidden="true">
            <rect width="1" height="1" fill={cssColor(color)} />
          </svg>
        )}{' '}
        {value}
      </dd>
    </div>
  );
}
