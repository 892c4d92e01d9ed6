import { Box, Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table on a surface of its own; one that may be `wide` can be moved by keyboard, too. */
export const Sheet = (props: { readonly label?: string; readonly wide?: boolean; readonly children: ReactNode }) => (
  <Box className="surface sheet" {...(props.wide && { tabIndex: 0, role: 'region', 'aria-label': props.label })}>
    <Table highlightOnHover verticalSpacing={5} aria-label={props.label}>
      {props.children}
    </Table>
  </Box>
);
