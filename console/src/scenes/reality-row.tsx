import { Menu, Switch, Text, UnstyledButton } from '@mantine/core';
import { IconBox, IconCube, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { count } from '../ui/format.ts';
import { nameInWords } from '../ui/result-names.ts';
import { useReality } from '../ui/stage/reality/use-reality.ts';
import type { RealityPart } from './content.ts';
import { isFar } from './place.ts';
import { changeObject, removeObject, type Scene } from './queries.ts';
import classes from './scenes.module.css';
import type { SceneSpace } from './use-scene-space.ts';

interface RowProps {
  readonly scene: Scene;
  readonly part: RealityPart;
  readonly space: SceneSpace;
  /** Something of the scene has a place on earth. */
  readonly onEarth: boolean;
  readonly mayWrite: boolean;
}

/** Reality data of the scene: its line in the list, and with it what is drawn of it. */
export function RealityRow({ scene, part, space, onEarth, mayWrite }: RowProps) {
  const { object, drawable } = part;
  const name = nameInWords(drawable?.data.displayName ?? object.displayName ?? 'Reality data');
  const on = space.isOn(part);
  const error = useRealityPart(space, part);
  const keep = useChange({
    run: (visible: boolean) => changeObject(scene, object.id, { visible }),
    stale: [['scene', scene.id]],
  });
  const turn = (visible: boolean) => {
    space.setOn(part, visible);
    if (mayWrite) keep.mutate(visible, { onError: () => space.setOn(part, !visible) });
  };
  const away = space.awayOf(part);
  return (
    <li className={classes.row}>
      <Switch
        size="xs"
        mt={3}
        aria-label={`Show ${name}`}
        checked={on && drawable !== undefined}
        disabled={!drawable}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      <div className={classes.about}>
        <UnstyledButton fz="sm" fw={500} disabled={!drawable} title="Go to it" onClick={() => space.fitPart(part)}>
          {name}
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          {drawable ? kindOf(part) : 'It has gone, you may not see it, or it cannot be drawn.'}
        </Text>
        {Boolean(error) && <Text size="xs">Some of it cannot be loaded.</Text>}
        {drawable && onEarth && !drawable.frame && (
          <Text size="xs" c="dimmed">
            It has no place on earth, and stands in its own coordinates.
          </Text>
        )}
        {isFar(away) && (
          <Text size="xs">It stands {count(Math.round(away / 1000))} km away from the first: go to it to see it.</Text>
        )}
      </div>
      <RowMenu {...{ scene, part, space, mayWrite, name }} />
    </li>
  );
}

const kindOf = ({ drawable }: RealityPart): string => {
  if (drawable?.map) return 'Tile map';
  return drawable?.points === undefined ? '3D Tiles' : `Point cloud, ${count(drawable.points)} points`;
};

/** Draws it; answers why it cannot be loaded. */
function useRealityPart(space: SceneSpace, part: RealityPart): unknown {
  const { id } = part.object;
  const { stage, layers, style, settle, tell, lift, point } = space;
  const isOn = space.isOn(part);
  const { layer, contents, error, settled } = useReality(stage, part.drawable, { style, isOn, lift });
  useEffect(() => {
    if (!layer) return;
    const known = layers.current;
    known.set(layer, id);
    return () => void known.delete(layer);
  }, [layer, layers, id]);
  useEffect(() => tell(id, contents), [tell, id, contents]);
  const mine = point?.part.object.id === id ? point.picked.point : undefined;
  useEffect(() => layer?.mark(mine), [layer, mine]);
  const nothingComes = part.drawable === undefined || Boolean(error);
  useEffect(() => settle(id, settled || !isOn || nothingComes), [settle, id, settled, isOn, nothingComes]);
  return error;
}

function RowMenu(props: Omit<RowProps, 'onEarth'> & { readonly name: string }) {
  const { scene, part, space, mayWrite, name } = props;
  const { object, drawable } = part;
  const navigate = useNavigate();
  const remove = useChange({
    run: () => removeObject(scene, object.id),
    stale: [
      ['scene', scene.id],
      ['scenes', scene.twinId],
    ],
    says: () => `${name} is no longer in this scene.`,
  });
  const openAlone = () =>
    void navigate({
      to: '/twins/$twinId/reality/$dataId',
      params: { twinId: object.data.twinId ?? scene.twinId, dataId: object.data.id },
    });
  if (!drawable && !mayWrite) return null;
  return (
    <ActionsMenu of={name} small>
      {drawable && (
        <>
          <Menu.Item leftSection={<IconBox size={15} />} onClick={() => space.fitPart(part)}>
            Go to it
          </Menu.Item>
          <Menu.Item leftSection={<IconCube size={15} />} onClick={openAlone}>
            Open it alone
          </Menu.Item>
        </>
      )}
      {mayWrite && (
        <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => remove.mutate()}>
          Remove from the scene
        </Menu.Item>
      )}
    </ActionsMenu>
  );
}
