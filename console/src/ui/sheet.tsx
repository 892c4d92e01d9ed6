import { Box, Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table on a surface of its own. */
export const Sheet = ({ children }: { readonly children: ReactNode }) => (
  <Box className="surface sheet">
    <Table highlightOnHover verticalSpacing={5}>
      {children}
    </Table>
  </Box>
);
