import { Badge, type CSSVariablesResolver, createTheme, Drawer, Modal, Notification } from '@mantine/core';

/** What screen readers say of the cross of a dialog or a message. */
const named = { 'aria-label': 'Close' };

/** The colours of the sign-in pages, in the shades that the component library asks for. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 8, dark: 7 },
  colors: {
    teal: [
      '#e8f5f5',
      '#d3e9ea',
      '#a5d2d4',
      '#7ac3c7',
      '#5cc4c9',
      '#36a3a9',
      '#21919a',
      '#137d85',
      '#0b6e75',
      '#085a60',
    ],
    dark: [
      '#e2e8ee',
      '#b9c6d2',
      '#9fb0bf',
      '#6d7f8f',
      '#425261',
      '#33414e',
      '#212c37',
      '#19222b',
      '#10161c',
      '#0a0f14',
    ],
  },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.84rem', md: '0.9rem', lg: '1rem', xl: '1.15rem' },
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ styles: { root: { maxWidth: 'none' }, label: { overflow: 'visible' } } }),
    Modal: Modal.extend({
      defaultProps: { closeButtonProps: named },
      styles: { title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' } },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: named } }),
    Drawer: Drawer.extend({
      defaultProps: { closeButtonProps: named },
      styles: { title: { fontWeight: 600, overflowWrap: 'anywhere' } },
    }),
  },
});

/** Quiet text of the library is too pale on our ground; accessibility asks for 4.5 : 1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#566472',
    '--mantine-color-text': '#16202b',
    '--mantine-color-placeholder': '#66737f',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-red-light': '#fdecea',
    '--mantine-color-red-light-color': '#b3261e',
    '--mantine-color-orange-light-color': '#9a3412',
    '--accent': '#0b6e75',
    '--ground': '#f3f5f7',
    '--line': '#dce2e7',
    '--hover': '#f1f5f7',
    '--chosen': '#e2f1f1',
  },
  dark: {
    '--mantine-color-body': '#19222b',
    '--mantine-color-dimmed': '#9fb0bf',
    '--mantine-color-placeholder': '#8fa0af',
    '--mantine-color-error': '#ffb4ab',
    '--mantine-color-red-light': '#3d1512',
    '--mantine-color-red-light-color': '#ffb4ab',
    '--mantine-color-anchor': '#5cc4c9',
    '--accent': '#5cc4c9',
    '--ground': '#10161c',
    '--line': '#33414e',
    '--hover': '#212c37',
    '--chosen': '#123338',
  },
});
