import { Card, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconStack2, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Model } from '../models/queries.ts';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import classes from '../ui/card-list.module.css';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { plural } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { Time } from '../ui/time.tsx';
import { isModel, isReality, objectsQuery, removeScene, type Scene } from './queries.ts';
import { SceneDialog } from './scene-dialog.tsx';

interface SceneCardProps {
  readonly scene: Scene;
  /** Of the twin, as far as one may see them. */
  readonly models: readonly Model[] | undefined;
  readonly maker: string | undefined;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
}

/** One scene of the list: what is in it, and who made it. */
export function SceneCard({ scene, models, maker, ...may }: SceneCardProps) {
  const { id, twinId, displayName, description } = scene;
  const [editing, edit] = useDisclosure(false);
  return (
    <Card component="li" withBorder padding="sm">
      <Group wrap="nowrap" align="flex-start" justify="space-between">
        <Group gap="sm" wrap="nowrap" align="flex-start" className={classes.name}>
          <IconStack2 size={22} stroke={1.5} className={classes.cube} aria-hidden />
          <div className={classes.name}>
            <Text fw={600} size="sm" component="h2">
              <TextLink to="/twins/$twinId/scenes/$sceneId" params={{ twinId, sceneId: id }}>
                {displayName}
              </TextLink>
            </Text>
            {description && (
              <Text size="sm" lineClamp={3} style={{ whiteSpace: 'pre-line' }}>
                {description}
              </Text>
            )}
            <Contents scene={scene} models={models} />
            <Text size="xs" c="dimmed">
              Changed <Time iso={scene.lastModified} />
              {maker && ` · made by ${maker}`}
            </Text>
          </div>
        </Group>
        {(may.mayWrite || may.mayDelete) && <SceneMenu scene={scene} {...may} onEdit={edit.open} />}
      </Group>
      {editing && <SceneDialog twinId={twinId} scene={scene} onClose={edit.close} />}
    </Card>
  );
}

function Contents({ scene, models }: Pick<SceneCardProps, 'scene' | 'models'>) {
  const content = useQuery(objectsQuery(scene.twinId, scene.id)).data;
  if (content === undefined) return <Text size="xs">&nbsp;</Text>;
  const inside = content.objects.filter(isModel);
  const names = inside.map(
    ({ data, displayName }) =>
      models?.find(({ id }) => id === data.id)?.displayName ?? displayName ?? 'one out of sight',
  );
  const realities = content.objects.filter(isReality).map(({ displayName }) => displayName ?? 'one out of sight');
  const parts = [
    inside.length > 0 || realities.length === 0
      ? inside.length === 0
        ? 'No models'
        : `${plural(inside.length, 'model')}: ${names.join(', ')}`
      : null,
    realities.length > 0 ? `reality data: ${realities.join(', ')}` : null,
  ];
  return (
    <Text size="xs" c="dimmed">
      {parts.filter(Boolean).join(' · ')}
      {content.isPartial && ' · not all of it is yours to see'}
    </Text>
  );
}

function SceneMenu(props: Pick<SceneCardProps, 'scene' | 'mayWrite' | 'mayDelete'> & { readonly onEdit: () => void }) {
  const { scene } = props;
  const remove = useChange({
    run: () => removeScene(scene),
    stale: [['scenes', scene.twinId]],
    gone: [['scene', scene.id]],
    says: () => `${scene.displayName} is deleted.`,
  });
  const ask = () =>
    confirm({
      title: `Delete ${scene.displayName}?`,
      text: 'Its views go with it, and links to it will lead nowhere. The models stay as they are.',
      verb: 'Delete scene',
      onConfirm: () => remove.mutate(),
    });
  return (
    <ActionsMenu of={scene.displayName}>
      {props.mayWrite && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={props.onEdit}>
          Edit
        </Menu.Item>
      )}
      {props.mayDelete && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={ask}>
          Delete
        </Menu.Item>
      )}
    </ActionsMenu>
  );
}
