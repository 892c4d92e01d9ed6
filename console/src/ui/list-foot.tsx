import { Button, Group, Text } from '@mantine/core';
import { count, plural } from './format.ts';
import type { WholeList } from './whole-list.ts';

/** The foot of a list: how many there are, and how many of them are shown. */
export const ListFoot = <T, Column extends string>(props: {
  readonly list: WholeList<T, Column>;
  /** The words for one and for several of them. */
  readonly of: string;
  readonly many: string;
  /** No more are read than these. */
  readonly most?: number;
}) => {
  const { shown, all, isWhole, showMore } = props.list;
  const isCut = props.most !== undefined && all.length >= props.most;
  const total = isCut
    ? `The first ${count(all.length)} ${props.many}. Search to find others`
    : isWhole
      ? plural(all.length, props.of, props.many)
      : `More than ${count(all.length)} ${props.many}`;
  return (
    <Group justify="space-between" mt="xs" px={4}>
      <Text size="xs" c="dimmed" role="status">
        {total}
        {shown.length < all.length ? `, ${count(shown.length)} shown` : ''}
      </Text>
      {showMore && (
        <Button size="xs" variant="default" onClick={showMore}>
          Show more
        </Button>
      )}
    </Group>
  );
};
