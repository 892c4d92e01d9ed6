import { Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFoot } from '../ui/form-foot.tsx';
import { type Detector, updateDetector } from './queries.ts';

/** What people read of a detector. */
export function TextsDialog({ detector, onClose }: { readonly detector: Detector; readonly onClose: () => void }) {
  const [displayName, setDisplayName] = useState(detector.displayName ?? '');
  const [description, setDescription] = useState(detector.description ?? '');
  const change = useChange({
    run: () => updateDetector(detector.name, { displayName, description }),
    stale: [['detectors']],
    done: onClose,
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog onClose={onClose} title="Name and description">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            placeholder={detector.name}
            maxLength={128}
            data-autofocus
            value={displayName}
            onChange={(event) => setDisplayName(event.currentTarget.value)}
          />
          <Textarea
            label="Description"
            maxLength={1024}
            autosize
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <FormFoot change={change} verb="Save" onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
