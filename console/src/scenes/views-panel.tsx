import { Button, Menu, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCamera, IconLink, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { FormFoot } from '../ui/form-foot.tsx';
import { Time } from '../ui/time.tsx';
import viewer from '../viewer/viewer.module.css';
import { addView, isView, removeObject, type Scene, type View3d, type ViewObject } from './queries.ts';
import classes from './scenes.module.css';
import type { SceneContent, SceneSpace } from './use-scene-space.ts';

const route = getRouteApi('/twins/$twinId/scenes/$sceneId');

interface PanelProps {
  readonly content: SceneContent;
  readonly space: SceneSpace;
  readonly mayWrite: boolean;
}

/** Cameras that were kept in the scene. */
export function ViewsPanel({ content: { scene, views }, space, mayWrite }: PanelProps) {
  const [taken, take] = useState<View3d>();
  return (
    <div className={`${viewer.scroll} ${viewer.pad}`}>
      {mayWrite && (
        <Button
          fullWidth
          size="xs"
          mb="sm"
          variant="light"
          leftSection={<IconCamera size={16} />}
          disabled={!space.camera}
          onClick={() => take(space.camera?.())}
        >
          Save this view
        </Button>
      )}
      {views.length === 0 ? (
        <Empty
          icon={IconCamera}
          title="No views yet"
          text={
            mayWrite
              ? 'Turn the scene until it shows what matters: then save the view to come back to it, or to show it to others.'
              : 'Nobody has saved one.'
          }
        />
      ) : (
        <ul className={classes.list}>
          {views.map((view) => (
            <ViewRow key={view.id} {...{ scene, view, mayWrite }} onOpen={() => space.openView(view)} />
          ))}
        </ul>
      )}
      {taken && (
        <NameView
          scene={scene}
          camera={taken}
          onSaved={(view) => space.openView(view)}
          onClose={() => take(undefined)}
        />
      )}
    </div>
  );
}

function ViewRow(props: {
  readonly scene: Scene;
  readonly view: ViewObject;
  readonly mayWrite: boolean;
  readonly onOpen: () => void;
}) {
  const { scene, view } = props;
  const name = view.displayName ?? 'Without a name';
  const open = route.useSearch().view === view.id;
  const clipboard = useClipboard();
  const copy = () => {
    clipboard.copy(`${window.location.origin}${window.location.pathname}?view=${view.id}`);
    notifications.show({ message: 'The link is copied. Who has access to the twin can open it.', color: 'teal' });
  };
  const remove = useChange({
    run: () => removeObject(scene, view.id),
    stale: [['scene', scene.id]],
    says: () => `${name} is deleted.`,
  });
  const ask = () =>
    confirm({
      title: `Delete ${name}?`,
      text: 'Links to it will show the whole scene. The scene stays as it is.',
      verb: 'Delete view',
      onConfirm: () => remove.mutate(),
    });
  return (
    <li className={classes.row} data-open={open || undefined}>
      <div className={classes.about}>
        <UnstyledButton
          fz="sm"
          fw={500}
          w="100%"
          aria-label={`Open ${name}`}
          aria-current={open}
          onClick={props.onOpen}
        >
          {name}
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          <Time iso={view.creationTime} />
        </Text>
      </div>
      <ActionsMenu of={name} small>
        <Menu.Item leftSection={<IconLink size={15} />} onClick={copy}>
          Copy the link
        </Menu.Item>
        {props.mayWrite && (
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={ask}>
            Delete
          </Menu.Item>
        )}
      </ActionsMenu>
    </li>
  );
}

function NameView(props: {
  readonly scene: Scene;
  readonly camera: View3d;
  readonly onSaved: (view: ViewObject) => void;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState('');
  const change = useChange({
    run: () => addView(props.scene, name.trim(), props.camera),
    stale: [['scene', props.scene.id]],
    done: (made) => {
      props.onClose();
      for (const view of made.filter(isView)) props.onSaved(view);
    },
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) change.mutate();
  };
  return (
    <Dialog onClose={props.onClose} title="Save this view">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormFoot change={change} verb="Save" disabled={!name.trim()} onCancel={props.onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
