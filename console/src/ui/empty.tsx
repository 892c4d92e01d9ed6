import { Box, Center, Group, Text, ThemeIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Nothing is here: what that means, and what to do next. */
export function Empty({
  icon: Sign,
  title,
  text,
  isPage,
  children,
}: {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
  /** It is all that there is on the page, so its title is that of the page. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <Center py={48} px="md">
      <Box ta="center" maw={440}>
        <ThemeIcon variant="light" size={48} radius="xl" mb="sm" aria-hidden>
          <Sign size={24} stroke={1.5} />
        </ThemeIcon>
        <Text fw={600} {...(isPage && { component: 'h1', m: 0 })}>
          {title}
        </Text>
        <Text c="dimmed" size="sm" mt={4}>
          {text}
        </Text>
        {children && (
          <Group justify="center" mt="md" gap="xs">
            {children}
          </Group>
        )}
      </Box>
    </Center>
  );
}
