import { Table, type TableThProps, VisuallyHidden } from '@mantine/core';

/**
 * The head of a column that shows by itself what it is, such as one of buttons: with a text for those who do not see it,
 * which stays within the head, and makes no page wider.
 */
export const HiddenHead = ({ text, ...rest }: TableThProps & { readonly text: string }) => (
  <Table.Th pos="relative" {...rest}>
    <VisuallyHidden>{text}</VisuallyHidden>
  </Table.Th>
);
