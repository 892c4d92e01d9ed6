import { Button, Group, Text } from '@mantine/core';
import { count, plural } from './format.ts';
import type { WholeList } from './whole-list.ts';

/** The foot of a list: how many there are, and how many of them are shown. */
export const ListFoot = <T, Column extends string>(props: {
  readonly list: WholeList<T, Column>;
  /** The words for one and for several of them. */
  readonly of: string;
  readonly many: string;
}) => {
  const { shown, all, isWhole, showMore } = props.list;
  const total = isWhole ? plural(all.length, props.of, props.many) : `More than ${count(all.length)} ${props.many}`;
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
