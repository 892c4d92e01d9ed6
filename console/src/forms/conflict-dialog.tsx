import { Button, Group, Text } from '@mantine/core';
import { Dialog } from '../ui/dialog.tsx';
import type { WholeEdit } from './whole-edit.ts';

/** Asks what is to be stored where somebody else was faster. */
export function ConflictDialog<T, E>({ edit, of }: { readonly edit: WholeEdit<T, E>; readonly of: string }) {
  if (edit.theirs === undefined) return null;
  const isGone = edit.theirs.value === null;
  return (
    <Dialog
      title={`Somebody else has ${isGone ? 'removed' : 'changed'} this ${of} meanwhile`}
      onClose={edit.goBack}
      size="lg"
    >
      <Text size="sm">
        What you have done is kept.{' '}
        {isGone
          ? 'You can save it as a new one.'
          : 'Go on from theirs, and Undo brings yours back; or save yours instead, and theirs is gone.'}
      </Text>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={edit.goBack}>
          Not yet
        </Button>
        <Button variant={isGone ? 'filled' : 'default'} onClick={edit.saveInstead}>
          {isGone ? 'Save mine' : 'Save mine instead'}
        </Button>
        {!isGone && <Button onClick={edit.goOnFromTheirs}>Go on from theirs</Button>}
      </Group>
    </Dialog>
  );
}
