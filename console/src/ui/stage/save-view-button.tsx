import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';

/** Takes what is to be seen now; `take` is undefined while there is no picture. */
export const SaveViewButton = ({ take }: { readonly take: (() => void) | undefined }) => (
  <Button
    fullWidth
    size="xs"
    mb="sm"
    variant="light"
    leftSection={<IconCamera size={16} />}
    disabled={!take}
    onClick={take}
  >
    Save this view
  </Button>
);
