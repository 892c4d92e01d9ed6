import { Autocomplete, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { isClass, usualClasses } from './prediction.ts';

/** Asks what a symbol is that was drawn around. */
export function NewSymbolDialog(props: {
  readonly onAdd: (facts: { readonly modelClass: string; readonly userLabel: string }) => void;
  readonly onClose: () => void;
}) {
  const [modelClass, setClass] = useState('');
  const [userLabel, setLabel] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isClass(modelClass)) return;
    props.onAdd({ modelClass, userLabel: userLabel.trim() });
    props.onClose();
  };
  return (
    <Dialog onClose={props.onClose} title="A symbol that was missed">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Autocomplete
            label="Class"
            description="One of the usual ones, or one of your own: capital letters, digits and _"
            required
            data-autofocus
            data={[...usualClasses]}
            value={modelClass}
            onChange={(value) => setClass(value.toUpperCase().replaceAll(/[\s-]/g, '_'))}
          />
          <TextInput
            label="Tag"
            maxLength={255}
            value={userLabel}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <FormFoot
            change={{ error: undefined, isPending: false }}
            verb="Add"
            disabled={!isClass(modelClass)}
            onCancel={props.onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
