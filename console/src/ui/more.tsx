import { Button, Group, Text } from '@mantine/core';
import { plural } from './format.ts';

/** The foot of a list that comes in pages. */
export function More({
  query,
  shown,
  of,
  many,
}: {
  readonly query: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage(): unknown };
  readonly shown: number;
  /** The words for one and for several of them. */
  readonly of: string;
  readonly many: string;
}) {
  return (
    <Group justify="space-between" mt="xs" px={4}>
      <Text size="xs" c="dimmed" role="status">
        {plural(shown, of, many)}
        {query.hasNextPage ? ' shown' : ''}
      </Text>
      {query.hasNextPage && (
        <Button size="xs" variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Group>
  );
}
