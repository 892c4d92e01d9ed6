import { Button, Card, Text } from '@mantine/core';
import { IconCamera, IconCube, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../ui/change.tsx';
import { bytes, count } from '../ui/format.ts';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { nameInWords } from '../ui/result-names.ts';
import { Time } from '../ui/time.tsx';
import { DataMenu } from './data-menu.tsx';
import { DataPicture } from './data-picture.tsx';
import { kindOf, type Look, lookOf, optionsOf, picturesType, reasonOf } from './kinds.ts';
import { Outcomes } from './outcome-list.tsx';
import type { Source } from './outcomes.ts';
import { placeText } from './place-text.ts';
import { pointsQuery } from './points.ts';
import { startConversion } from './queries.ts';
import classes from './reality.module.css';
import type { ConversionJob, Listed, OutputType } from './shapes.ts';
import { Underway } from './underway.tsx';

export interface CardProps extends Source {
  readonly twinId: string;
  /** Conversions of the twin, the newest first. */
  readonly jobs: readonly ConversionJob[];
  readonly all: readonly Listed[];
  readonly mayCreate: boolean;
  readonly onDismiss: (jobId: string) => void;
}

/** Reality data: what it is, how large, where, and how it can be looked at. */
export function DataCard(props: CardProps) {
  const { data, twinId, jobs, all, results, unfinished } = props;
  const look = lookOf(data, jobs, new Set(all.map(({ id }) => id)));
  const shown = look.is === 'ready' ? all.find(({ id }) => id === look.dataId) : undefined;
  const { authoring } = data;
  const displayName = nameInWords(data.displayName);
  const link = { to: '/twins/$twinId/reality/$dataId', params: { twinId, dataId: data.id } } as const;
  const points = useQuery(pointsQuery(data, twinId)).data;
  return (
    <Card component="li" withBorder padding="sm">
      <Card.Section>
        <DataPicture data={shown ?? data} twinId={twinId} />
      </Card.Section>
      <div className={classes.card}>
        <div className={classes.head}>
          <Text fw={600} size="sm" component="h2" mt="xs" className={classes.name}>
            <TextLink {...link}>{displayName}</TextLink>
          </Text>
          <DataMenu {...props} />
        </div>
        <Text size="xs" c="dimmed">
          {[kindOf(data), points ? `${count(points)} points` : null, data.size ? bytes(data.size * 1024) : null]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          {placeText(data) ?? (shown && placeText(ownPlaceIn(shown)))}
        </Text>
        {data.createdDateTime && (
          <Text size="xs" c="dimmed">
            <Time iso={data.createdDateTime} />
          </Text>
        )}
        <div className={classes.foot}>
          {authoring ? <Text size="xs">It is being made.</Text> : <LookFoot {...props} look={look} />}
        </div>
        <Outcomes {...props} results={results} unfinished={unfinished.filter((job) => !isToldBy(look, job))} />
      </div>
    </Card>
  );
}

/** A tile map has the system of all maps of the web, whatever that of its source is. */
const ownPlaceIn = ({ extent, crs, type }: Listed): Pick<Listed, 'extent' | 'crs'> =>
  type === 'Unstructured' ? { ...(extent && { extent }) } : { ...(extent && { extent }), ...(crs && { crs }) };

/** What its foot tells already. */
const isToldBy = (look: Look, { id }: ConversionJob): boolean =>
  (look.is === 'underway' || look.is === 'failed') && look.job.id === id;

type FootProps = Pick<CardProps, 'data' | 'twinId' | 'mayCreate'> & { readonly look: Look };

/** How it can be looked at, or why not yet. */
export function LookFoot({ data, twinId, look, mayCreate }: FootProps) {
  const displayName = nameInWords(data.displayName);
  if (look.is === 'ready') {
    return (
      <LinkButton
        to="/twins/$twinId/reality/$dataId"
        params={{ twinId, dataId: look.dataId }}
        size="compact-sm"
        leftSection={<IconCube size={14} />}
        aria-label={`Open in 3D: ${displayName}`}
      >
        Open in 3D
      </LinkButton>
    );
  }
  if (look.is === 'underway') return <Underway job={look.job} twinId={twinId} mayCancel={mayCreate} />;
  if (look.is === 'impossible') {
    if (data.type !== picturesType || data.size === 0) return null;
    return (
      <LinkButton
        to="/twins/$twinId/capture/photos/$dataId"
        params={{ twinId, dataId: data.id }}
        size="compact-sm"
        variant="default"
        leftSection={<IconCamera size={14} />}
        aria-label={`Look at the photos: ${displayName}`}
      >
        Look at the photos
      </LinkButton>
    );
  }
  return (
    <>
      {look.is === 'failed' && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mb={4}>
          {reasonOf(look.job)}
        </Text>
      )}
      {mayCreate && <Prepare {...{ data, twinId }} output={look.output} again={look.is === 'failed'} />}
    </>
  );
}

function Prepare(props: {
  readonly data: Listed;
  readonly twinId: string;
  readonly output: OutputType;
  readonly again: boolean;
}) {
  const { data, twinId, output } = props;
  const options = { merge: true, ...optionsOf(output) };
  const change = useChange({
    run: () => startConversion({ twinId, name: data.displayName, inputs: [data.id], outputs: [output], options }),
    stale: [['reality', twinId]],
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={props.again ? <IconRefresh size={14} /> : <IconCube size={14} />}
      loading={change.isPending}
      aria-label={`Prepare for 3D: ${data.displayName}`}
      onClick={() => change.mutate()}
    >
      {props.again ? 'Try again' : 'Prepare for 3D'}
    </Button>
  );
}
