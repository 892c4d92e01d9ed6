import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A button with three dots that opens what can be done with something: `Menu.Item`s. */
export const ActionsMenu = (props: {
  /** What it is, for the name of the button. */
  readonly of: string;
  readonly small?: boolean;
  readonly children: ReactNode;
}) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon
        variant="subtle"
        color="gray"
        {...(props.small && { size: 'sm' })}
        aria-label={`Actions for ${props.of}`}
      >
        <IconDots size={props.small ? 14 : 16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{props.children}</Menu.Dropdown>
  </Menu>
);
