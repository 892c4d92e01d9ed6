import { Text } from '@mantine/core';
import { Problem } from '../platform/problem.ts';

/** While the server makes tables of a model or file for the first time. */
export const Preparing = ({
  query,
}: {
  readonly query: { readonly isPending: boolean; readonly failureReason: Error | null };
}) =>
  query.isPending && query.failureReason instanceof Problem && query.failureReason.status === 503 ? (
    <Text size="sm" c="dimmed" mb="xs" role="status">
      The server is preparing the tables. The first time that takes a while; they come by themselves.
    </Text>
  ) : null;
