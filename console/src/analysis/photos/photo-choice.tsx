import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { count } from '../../ui/format.ts';
import type { ScenePhoto } from '../scene.ts';
import classes from './photos.module.css';

const nameOf = ({ image }: ScenePhoto): string => image.path.split('/').at(-1) ?? image.path;

/** Which of the photos is shown. */
export function PhotoChoice(props: {
  readonly photos: readonly ScenePhoto[];
  readonly photoId: string;
  readonly at: number;
  readonly onTurn: (by: 1 | -1) => void;
  readonly onShow: (photoId: string) => void;
}) {
  const { photos, photoId, at, onTurn, onShow } = props;
  return (
    <div className={classes.head}>
      <Group gap={6} wrap="nowrap">
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Photo before (Page up)"
          disabled={at <= 0}
          onClick={() => onTurn(-1)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Select
          flex={1}
          size="xs"
          aria-label="Photo"
          searchable
          limit={200}
          allowDeselect={false}
          data={photos.map((photo) => ({ value: photo.id, label: nameOf(photo) }))}
          value={photoId}
          onChange={(id) => id && onShow(id)}
        />
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Next photo (Page down)"
          disabled={at >= photos.length - 1}
          onClick={() => onTurn(1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
      <Text size="xs" c="dimmed" mt={4} role="status">
        Photo {count(at + 1)} of {count(photos.length)}
      </Text>
    </div>
  );
}
