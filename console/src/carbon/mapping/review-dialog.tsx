import { Checkbox, List, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { plural } from '../../ui/format.ts';
import { reviewMapping } from '../actions.ts';
import { carbonOf, type TaggedMapping } from '../queries.ts';

/** A person says that they have looked at every entry. */
export function ReviewDialog(props: {
  readonly twinId: string;
  readonly mapping: TaggedMapping;
  readonly onClose: () => void;
}) {
  const { twinId, mapping, onClose } = props;
  const [looked, look] = useState(false);
  const change = useChange({
    run: () => reviewMapping(mapping),
    stale: [carbonOf(twinId)],
    says: () => `${mapping.displayName} is reviewed and can be used.`,
    done: onClose,
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  const ignored = mapping.materials.filter((one) => one.ignored).length;
  return (
    <Dialog onClose={onClose} title={`Review ${mapping.displayName}`}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <List size="sm">
            <List.Item>{plural(mapping.materials.length - ignored, 'name')} mapped to declarations</List.Item>
            <List.Item>{plural(ignored, 'name')} ignored, with a reason</List.Item>
          </List>
          <Text size="sm" c="dimmed">
            Your name stands in each report that uses version {mapping.version}. A change makes a draft of it again.
          </Text>
          <Checkbox
            data-autofocus
            label="I have looked at every entry"
            checked={looked}
            onChange={({ currentTarget }) => look(currentTarget.checked)}
          />
          <FormFoot change={change} verb="Review" disabled={!looked} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
