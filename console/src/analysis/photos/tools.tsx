import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowsMaximize, IconCheck, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import type { Picture } from '../../ui/picture/use-picture.ts';
import type { Item } from './items.ts';
import classes from './photos.module.css';
import type { Verdict } from './review-file.ts';

/** How the photo is looked at. */
export const PhotoTools = (props: {
  readonly picture: RefObject<Picture | null>;
  readonly undo: (() => void) | undefined;
}) => (
  <div className={`${classes.bar} surface`} role="toolbar" aria-label="Photo">
    <Tool label="Nearer (+)" onClick={() => props.picture.current?.zoom(1.4)}>
      <IconZoomIn size={18} />
    </Tool>
    <Tool label="Farther (−)" onClick={() => props.picture.current?.zoom(1 / 1.4)}>
      <IconZoomOut size={18} />
    </Tool>
    <Tool label="The whole photo (F)" onClick={() => props.picture.current?.fit()}>
      <IconArrowsMaximize size={18} />
    </Tool>
    {props.undo && (
      <Tool label="Undo (Ctrl Z)" onClick={props.undo}>
        <IconArrowBackUp size={18} />
      </Tool>
    )}
  </div>
);

const Tool = (props: { readonly label: string; readonly onClick: () => void; readonly children: ReactNode }) => (
  <Tooltip label={props.label}>
    <ActionIcon variant="subtle" color="gray" size={34} aria-label={props.label} onClick={props.onClick}>
      {props.children}
    </ActionIcon>
  </Tooltip>
);

/** What one says of what is chosen. */
export const VerdictButtons = (props: {
  readonly item: Item | undefined;
  readonly onSay: (verdict: Verdict | undefined) => void;
}) => {
  const { item, onSay } = props;
  return (
    <div className={classes.card}>
      <Group gap="xs" grow>
        <Button
          size="xs"
          variant={item?.verdict === 'accepted' ? 'filled' : 'default'}
          leftSection={<IconCheck size={15} />}
          disabled={!item}
          aria-pressed={item?.verdict === 'accepted'}
          onClick={() => onSay(item?.verdict === 'accepted' ? undefined : 'accepted')}
        >
          Accept (A)
        </Button>
        <Button
          size="xs"
          color="red"
          variant={item?.verdict === 'rejected' ? 'filled' : 'default'}
          leftSection={<IconX size={15} />}
          disabled={!item}
          aria-pressed={item?.verdict === 'rejected'}
          onClick={() => onSay(item?.verdict === 'rejected' ? undefined : 'rejected')}
        >
          Reject (R)
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {item ? 'N and P go to the next and back.' : 'Choose something in the list or on the photo.'}
      </Text>
    </div>
  );
};
