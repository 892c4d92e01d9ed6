import { Box, Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table on a surface of its own. */
export const Sheet = ({ label, children }: { readonly label?: string; readonly children: ReactNode }) => (
  <Box className="surface sheet">
    <Table highlightOnHover verticalSpacing={5} aria-label={label}>
      {children}
    </Table>
  </Box>
);
