import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AnchorElement = Omit<ComponentProps<'a'>, keyof AnchorProps | keyof ButtonProps | keyof NavLinkProps>;

/** Links within the console that look like what they are made of. */
export const TextLink = createLink((props: AnchorProps & AnchorElement) => <Anchor {...props} />);
export const LinkButton = createLink((props: ButtonProps & AnchorElement) => <Button component="a" {...props} />);
export const MenuLink = createLink((props: MenuItemProps & Omit<ComponentProps<'a'>, keyof MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
export const NavigationLink = createLink((props: NavLinkProps & AnchorElement) => <NavLink {...props} />);
