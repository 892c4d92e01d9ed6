import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

/** A page: its heading, what can be done on it, and its content. The heading is also the title of the window. */
export function Page({
  title,
  about,
  actions,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  useTitle(title);
  return (
    <Box>
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Box maw={720}>
          <Title order={1} size="1.3rem" lh={1.3}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" size="sm" mt={2}>
              {about}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Twin Platform`;
  }, [title]);
}
