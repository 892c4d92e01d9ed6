import { Badge, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MeasuredPoint } from '../../../../src/engines/photogrammetry/prepare/control-points.ts';
import { TextLink } from '../../ui/links.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import classes from '../capture.module.css';
import type { OrientedScene } from '../oriented.ts';
import { sceneQuery } from '../scene-query.ts';
import { metres } from './off-text.ts';
import { pointsQuery } from './points-query.ts';
import { fitOf, orientedOf } from './sights.ts';

interface Props {
  readonly twinId: string;
  /** What the job has oriented. */
  readonly sceneId: string;
}

/** How far control and check points are off in what a job has made; nothing where none are marked. */
export function PointsCheck({ twinId, sceneId }: Props) {
  const scene = useQuery(sceneQuery(sceneId, twinId)).data;
  const [dataId] = scene?.sets ?? [];
  if (!scene || !dataId) return null;
  return <Checked {...{ twinId, scene, dataId }} />;
}

function Checked(props: { readonly twinId: string; readonly scene: OrientedScene; readonly dataId: string }) {
  const { twinId, scene, dataId } = props;
  const stored = useQuery({ ...pointsQuery(dataId, twinId), queryKey: ['points of', dataId], retry: false }).data;
  const marked = stored?.measured.points.filter(({ seen }) => seen.length > 0) ?? [];
  if (!stored || marked.length === 0) return null;
  const oriented = orientedOf(scene, dataId, stored.measured.srs);
  const rows = marked.map((point) => ({ point, fit: fitOf(point, oriented) }));
  const checks = rows.flatMap(({ point, fit }) => (point.use === 'check' && fit.off ? [Math.hypot(...fit.off)] : []));
  const rms = Math.sqrt(checks.reduce((sum, off) => sum + off * off, 0) / Math.max(1, checks.length));
  return (
    <section className={`surface ${classes.box}`} aria-label="Control points">
      <Title order={2} size="0.95rem">
        Control points
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {oriented.comparable
          ? 'Found minus given, by the marks as they are now.'
          : 'Their coordinates are in another system than the photos, so only the marks are compared.'}
        {checks.length > 0 && ` Check points are ${metres(rms)} off in the mean.`}
      </Text>
      <Sheet label="Control points">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Point</Table.Th>
            {['East', 'North', 'Up', 'Marks'].map((head) => (
              <Table.Th key={head} ta="right">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ point, fit }) => (
            <Row key={point.id} {...{ twinId, dataId, point, fit }} sceneId={scene.id} />
          ))}
        </Table.Tbody>
      </Sheet>
    </section>
  );
}

function Row(props: {
  readonly twinId: string;
  readonly dataId: string;
  readonly sceneId: string;
  readonly point: MeasuredPoint;
  readonly fit: ReturnType<typeof fitOf>;
}) {
  const { twinId, dataId, sceneId, point, fit } = props;
  const misses = [...fit.misses.values()];
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink
          to="/twins/$twinId/capture/photos/$dataId/points"
          params={{ twinId, dataId }}
          search={{ point: point.id, scene: sceneId }}
          size="sm"
        >
          {point.id}
        </TextLink>{' '}
        {point.use === 'check' && (
          <Badge size="xs" variant="light" tt="none">
            check
          </Badge>
        )}
      </Table.Td>
      {[0, 1, 2].map((axis) => (
        <Table.Td key={axis} ta="right">
          {fit.off ? metres(fit.off[axis] ?? 0) : '–'}
        </Table.Td>
      ))}
      <Table.Td ta="right">
        {point.seen.length}
        {misses.length > 0 && `, ${Math.max(...misses).toFixed(1)} px`}
      </Table.Td>
    </Table.Tr>
  );
}
