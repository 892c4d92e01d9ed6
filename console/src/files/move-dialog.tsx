import { Button, Group, ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { filesOf, type Item } from '../platform/files.ts';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { plural } from '../ui/format.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { each, move } from './actions.ts';
import classes from './files.module.css';
import { Tree } from './tree.tsx';

/** Asks where to move things to. */
export function MoveDialog(props: {
  readonly twinId: string;
  readonly rootId: string;
  readonly items: readonly Item[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { twinId, rootId, items, onClose } = props;
  const [target, setTarget] = useState(rootId);
  const change = useChange({
    run: () => each(items, (item) => move(item, target)),
    stale: [filesOf(twinId)],
    says: () =>
      items.length === 1 ? `${items[0]?.displayName} is moved.` : `${plural(items.length, 'item')} are moved.`,
    done() {
      props.onDone();
      onClose();
    },
    quiet: true,
  });
  const moved = new Set(items.map(({ id }) => id));
  const option = (id: string, name: string) => (
    <UnstyledButton
      className={classes.branch}
      data-active={target === id || undefined}
      aria-pressed={target === id}
      disabled={moved.has(id)}
      onClick={() => setTarget(id)}
    >
      {name}
    </UnstyledButton>
  );
  return (
    <Dialog
      onClose={onClose}
      title={items.length === 1 ? `Move ${items[0]?.displayName}` : `Move ${plural(items.length, 'item')}`}
    >
      <Text size="sm" c="dimmed" mb="xs">
        Choose the folder to move to.
      </Text>
      <ScrollArea.Autosize mah={320} className="surface" p="xs">
        {option(rootId, 'Top folder')}
        <Tree twinId={twinId} folderId={rootId} open={[]} label={({ id, displayName }) => option(id, displayName)} />
      </ScrollArea.Autosize>
      {change.error && <ProblemNote error={change.error} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={change.isPending} onClick={() => change.mutate()}>
          Move here
        </Button>
      </Group>
    </Dialog>
  );
}
