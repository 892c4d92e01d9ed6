import { Menu, Switch, Text, UnstyledButton } from '@mantine/core';
import { IconBox, IconCube, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { changesetsQuery, type Model } from '../models/queries.ts';
import { Problem } from '../platform/problem.ts';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { count } from '../ui/format.ts';
import { Preparing } from '../ui/stage/layer-note.tsx';
import type { ShownLayer } from '../ui/stage/use-layer.ts';
import type { Part } from './content.ts';
import { isFar } from './place.ts';
import { changeObject, removeObject, type Scene } from './queries.ts';
import classes from './scenes.module.css';
import { usePartLayer } from './use-part-layer.ts';
import { type SceneSpace, versionOf } from './use-scene-space.ts';

interface RowProps {
  readonly scene: Scene;
  readonly part: Part;
  readonly space: SceneSpace;
  /** Some model of the scene has a place on earth. */
  readonly onEarth: boolean;
  readonly mayWrite: boolean;
}

/** A model of the scene: its line in the list, and with it what is drawn of it. */
export function ModelRow({ scene, part, space, onEarth, mayWrite }: RowProps) {
  const { object, model } = part;
  const layer = usePartLayer(space, part);
  const name = model?.displayName ?? object.displayName ?? 'A model';
  const on = space.isOn(part);
  const keep = useChange({
    run: (visible: boolean) => changeObject(scene, object.id, { visible }),
    stale: [['scene', scene.id]],
  });
  const turn = (visible: boolean) => {
    space.setOn(part, visible);
    if (mayWrite) keep.mutate(visible, { onError: () => space.setOn(part, !visible) });
  };
  return (
    <li className={classes.row}>
      <Switch
        size="xs"
        mt={3}
        aria-label={`Show ${name}`}
        checked={on && model !== undefined}
        disabled={!model}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      <div className={classes.about}>
        <UnstyledButton
          fz="sm"
          fw={500}
          disabled={!model?.extents}
          title="Go to it"
          onClick={() => space.fitPart(part)}
        >
          {name}
        </UnstyledButton>
        <State part={part} layer={layer} onEarth={onEarth} away={space.awayOf(part)} />
      </div>
      <RowMenu {...{ scene, part, space, mayWrite, name }} />
    </li>
  );
}

/** Which version it is, or why nothing is seen of it. */
function State(
  props: Pick<RowProps, 'part' | 'onEarth'> & {
    readonly layer: ShownLayer;
    /** Metres to the first model. */
    readonly away: number;
  },
) {
  const { part, layer, onEarth, away } = props;
  const { model, error } = part;
  const version = versionOf(part);
  if (!model) return <Text size="xs">{missing(error)}</Text>;
  if (version === undefined) {
    return (
      <Text size="xs">
        {model.state === 'Importing' ? 'It is being read, and is shown when that is done.' : 'It could not be read.'}
      </Text>
    );
  }
  const { tiles } = layer;
  if (layer.error) return <Text size="xs">{missing(layer.error)}</Text>;
  if (tiles?.status === 'Invalid') {
    return <Text size="xs">It cannot be shown in 3D: {tiles.error ?? 'it could not be converted.'}</Text>;
  }
  return (
    <>
      <VersionLine part={part} model={model} />
      {onEarth && !model.ecefTransform && (
        <Text size="xs" c="dimmed">
          It has no place on earth, and stands in its own coordinates.
        </Text>
      )}
      {isFar(away) && (
        <Text size="xs">It stands {count(Math.round(away / 1000))} km away from the first: go to it to see it.</Text>
      )}
      {tiles?.status !== 'Complete' && (
        <div role="status">
          <Text size="xs">It is being prepared for 3D</Text>
          {tiles && <Preparing exportId={tiles.id} model={model} changesetId={version} />}
        </div>
      )}
    </>
  );
}

const missing = (error: unknown): string => {
  const gone = error instanceof Problem && (error.status === 404 || error.status === 403);
  if (gone || !error) return 'It has gone, or you may not see it.';
  return error instanceof Error ? error.message : String(error);
};

function VersionLine({ part, model }: { readonly part: Part; readonly model: Model }) {
  const { version } = part.object.data;
  const { data } = useQuery({ ...changesetsQuery(model.id), enabled: version !== undefined });
  const index = data?.find(({ id }) => id === version)?.index;
  return (
    <Text size="xs" c="dimmed">
      {version === undefined ? 'The newest version' : `Version ${index ?? ''}`}
    </Text>
  );
}

function RowMenu(props: Omit<RowProps, 'onEarth'> & { readonly name: string }) {
  const { scene, part, space, mayWrite, name } = props;
  const { object, model } = part;
  const navigate = useNavigate();
  const remove = useChange({
    run: () => removeObject(scene, object.id),
    stale: [
      ['scene', scene.id],
      ['scenes', scene.twinId],
    ],
    says: () => `${name} is no longer in this scene.`,
  });
  const openAlone = ({ id: modelId, twinId }: Model) =>
    void navigate({
      to: '/twins/$twinId/models/$modelId',
      params: { twinId, modelId },
      search: object.data.version ? { version: object.data.version } : {},
    });
  if (!model && !mayWrite) return null;
  return (
    <ActionsMenu of={name} small>
      {model?.extents && (
        <Menu.Item leftSection={<IconBox size={15} />} onClick={() => space.fitPart(part)}>
          Go to it
        </Menu.Item>
      )}
      {model && (
        <Menu.Item leftSection={<IconCube size={15} />} onClick={() => openAlone(model)}>
          Open it alone
        </Menu.Item>
      )}
      {mayWrite && (
        <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => remove.mutate()}>
          Remove from the scene
        </Menu.Item>
      )}
    </ActionsMenu>
  );
}
