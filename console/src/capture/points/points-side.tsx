import { ActionIcon, Badge, Button, Group, Select, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconDownload, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { plural } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { pointsFile, shortName } from '../../ui/photos/photo-set.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { saveText } from '../../ui/save-text.ts';
import classes from '../capture.module.css';
import type { OrientedScene } from '../oriented.ts';
import { AddPointsDialog } from './add-points-dialog.tsx';
import { offText } from './off-text.ts';
import { PointCard } from './point-card.tsx';
import { isChangedMeanwhile } from './points-query.ts';
import { controlPointsText } from './text.ts';
import type { ListedPhoto, Marking } from './use-marking.ts';

const route = getRouteApi('/twins/$twinId/capture/photos/$dataId/points');

interface Props {
  readonly marking: Marking;
  readonly displayName: string;
  readonly mayMark: boolean;
  readonly scenes: readonly OrientedScene[];
}

const words = { saved: 'Saved', waits: 'Saving', failed: 'Not saved' } as const;
const listedAtOnce = 100;

/** The points, the one that is chosen, and the photos that may show it. */
export function PointsSide({ marking, displayName, mayMark, scenes }: Props) {
  const { points, point } = marking;
  const [adding, add] = useDisclosure(false);
  return (
    <aside className={classes.side} aria-label="Control points">
      <Head {...{ marking, displayName, mayMark, scenes }} />
      <div className={classes.scroll}>
        <PointList marking={marking} />
        {mayMark && (
          <Group px="0.75rem" py="0.4rem">
            <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} />} onClick={add.open}>
              Add points
            </Button>
          </Group>
        )}
        {point && <PointCard key={point.id} {...{ marking, point, mayMark }} />}
        <PhotoList marking={marking} />
      </div>
      {points.saving === 'failed' && (
        <ProblemNote
          error={points.error}
          {...(!isChangedMeanwhile(points.error) && { onRetry: () => void points.save() })}
        />
      )}
      {adding && <AddPointsDialog marking={marking} onClose={add.close} />}
    </aside>
  );
}

function Head({ marking, displayName, mayMark, scenes }: Props) {
  const { twinId, dataId } = route.useParams();
  const { points, scene, go } = marking;
  return (
    <div className={classes.sideHead}>
      <TextLink to="/twins/$twinId/capture/photos/$dataId" params={{ twinId, dataId }} size="xs">
        <IconArrowLeft size={12} /> {displayName}
      </TextLink>
      <Group justify="space-between" wrap="nowrap">
        <Text component="h1" fw={600} size="sm">
          Control points
        </Text>
        <Group gap={2} wrap="nowrap">
          {mayMark && (
            <>
              <Badge
                size="sm"
                variant="light"
                tt="none"
                color={points.saving === 'failed' ? 'red' : 'gray'}
                role="status"
              >
                {words[points.saving]}
              </Badge>
              <Tool label="Undo (Ctrl Z)" act={points.undo}>
                <IconArrowBackUp size={16} />
              </Tool>
              <Tool label="Redo (Ctrl Y)" act={points.redo}>
                <IconArrowForwardUp size={16} />
              </Tool>
            </>
          )}
          <Tool label="Download as CSV" act={() => saveText(pointsFile, controlPointsText(points.measured))}>
            <IconDownload size={16} />
          </Tool>
        </Group>
      </Group>
      <Text size="xs" c="dimmed">
        {plural(points.measured.points.length, 'point')} · {points.measured.srs ?? 'UTM zone of the photos'}
      </Text>
      {scenes.length > 0 && (
        <Select
          size="xs"
          mt={4}
          label="Shown where expected by"
          allowDeselect={false}
          data={scenes.map(({ id, displayName: name }) => ({ value: id, label: name }))}
          value={scene?.id ?? null}
          onChange={(id) => id && go({ scene: id })}
        />
      )}
    </div>
  );
}

const Tool = (props: {
  readonly label: string;
  readonly act: (() => void) | undefined;
  readonly children: React.ReactNode;
}) => (
  <Tooltip label={props.label}>
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={props.label}
      disabled={!props.act}
      onClick={props.act}
    >
      {props.children}
    </ActionIcon>
  </Tooltip>
);

function PointList({ marking }: { readonly marking: Marking }) {
  const { points, point, fits } = marking;
  const { points: all } = points.measured;
  const [rows, setRows] = useState(listedAtOnce);
  if (all.length === 0) {
    return (
      <Text size="sm" c="dimmed" p="0.75rem">
        A control point is a place whose coordinates were measured and that photos show. Three of them or more put the
        photos on earth; check points only tell how well.
      </Text>
    );
  }
  return (
    <>
      <ul className={classes.options} aria-label="Points">
        {all.slice(0, rows).map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={classes.option}
              aria-pressed={one.id === point?.id}
              onClick={() => marking.choosePoint(one.id === point?.id ? undefined : one.id)}
            >
              <span className={classes.what}>{one.id}</span>
              <span className={classes.figure}>
                {[one.use === 'check' ? 'check' : null, plural(one.seen.length, 'mark'), offText(fits.get(one.id))]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ShowMore rows={rows} of={all.length} onMore={() => setRows(rows + listedAtOnce)} />
    </>
  );
}

const marksWords: Readonly<Record<ListedPhoto['is'], string>> = {
  marked: 'marked',
  expected: 'expected in it',
  line: 'may show it',
  unknown: '',
};

/** All photos; those that show the chosen point, or should, come first. */
function PhotoList({ marking }: { readonly marking: Marking }) {
  const { listed, photo, point } = marking;
  const [rows, setRows] = useState(listedAtOnce);
  return (
    <>
      <div className={classes.label}>{point ? `Photos, those of ${point.id} first` : 'Photos'}</div>
      <ul className={classes.options} aria-label="Photos">
        {listed.slice(0, rows).map(({ name, is, miss }) => (
          <li key={name}>
            <button
              type="button"
              className={classes.option}
              aria-current={name === photo?.name}
              onClick={() => marking.choosePhoto(name)}
            >
              <span className={classes.dot} data-is={is} aria-hidden />
              <span className={classes.what} title={name}>
                {shortName(name)}
              </span>
              <span className={classes.figure}>
                {[marksWords[is], miss === undefined ? null : `${miss.toFixed(1)} px off`].filter(Boolean).join(', ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ShowMore rows={rows} of={listed.length} onMore={() => setRows(rows + listedAtOnce)} />
    </>
  );
}

const ShowMore = (props: { readonly rows: number; readonly of: number; readonly onMore: () => void }) =>
  props.rows < props.of && (
    <Group px="0.75rem" py="0.4rem">
      <Button size="compact-xs" variant="default" onClick={props.onMore}>
        Show more of {props.of}
      </Button>
    </Group>
  );
