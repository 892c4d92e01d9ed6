import { Card, Group, Menu, Text } from '@mantine/core';
import { IconTopologyStar3, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import classes from '../ui/card-list.module.css';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { plural } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { Time } from '../ui/time.tsx';
import { goesOn, type Inference, inputsQuery, removeInference, runQuery } from './queries.ts';
import { RunBadge, RunProgress, titleOf } from './run-state.tsx';

/** Sheets that were read together. */
export function DrawingCard(props: {
  readonly twinId: string;
  readonly inference: Inference;
  readonly mayWrite: boolean;
}) {
  const { twinId, inference, mayWrite } = props;
  const { id } = inference;
  const inputs = useQuery(inputsQuery(id)).data;
  const run = useQuery(runQuery(id)).data;
  const title = titleOf(inputs);
  const remove = useChange({
    run: () => removeInference(id),
    stale: [['drawings', twinId]],
    gone: [['drawing', id]],
    says: () => `${title} deleted.`,
  });
  const ask = () =>
    confirm({
      title: `Delete ${title}?`,
      text: 'The files, what was found on them and every correction are gone for good.',
      verb: 'Delete',
      onConfirm: () => remove.mutate(),
    });
  return (
    <Card component="li" withBorder padding="sm">
      <div className={classes.head}>
        <Group gap="sm" wrap="nowrap" align="flex-start" className={classes.name}>
          <IconTopologyStar3 size={22} stroke={1.5} className={classes.cube} aria-hidden />
          <div className={classes.name}>
            <Group gap="xs">
              <Text fw={600} size="sm" component="h2">
                <TextLink to="/twins/$twinId/drawings/$inferenceId" params={{ twinId, inferenceId: id }}>
                  {inputs ? title : '…'}
                </TextLink>
              </Text>
              {run !== undefined && <RunBadge run={run} />}
            </Group>
            <Text size="xs" c="dimmed">
              {inputs && `${plural(inputs.length, 'file')} · `}
              <Time iso={inference.lastModifiedDateTime} />
            </Text>
          </div>
        </Group>
        {mayWrite && (
          <ActionsMenu of={title}>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} disabled={goesOn(run)} onClick={ask}>
              Delete
            </Menu.Item>
          </ActionsMenu>
        )}
      </div>
      {run && <RunProgress twinId={twinId} inferenceId={id} run={run} />}
    </Card>
  );
}
