import { Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldErrors } from '../../ui/field-errors.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { type CatalogFields, saveCatalog } from '../actions.ts';
import { type Catalog, catalogKeys } from '../queries.ts';

/** Makes a catalog, or changes one. */
export function CatalogDialog(props: {
  readonly catalog?: Catalog;
  readonly onSaved?: (catalog: Catalog) => void;
  readonly onClose: () => void;
}) {
  const { catalog, onClose, onSaved } = props;
  const form = useForm<CatalogFields>({
    initialValues: {
      displayName: catalog?.displayName ?? '',
      description: catalog?.description ?? '',
      region: catalog?.region ?? '',
      hashtags: [...(catalog?.hashtags ?? [])],
    },
    validate: { displayName: (value) => (value.trim() ? null : 'A catalog needs a name.') },
  });
  const change = useChange({
    run: (fields: CatalogFields) => saveCatalog(catalog?.id, fields),
    stale: catalogKeys,
    quiet: true,
    done(saved) {
      onClose();
      onSaved?.(saved);
    },
  });
  const submit = form.onSubmit((fields) =>
    change.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Dialog onClose={onClose} title={catalog ? 'Edit catalog' : 'New catalog'}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput label="Name" required data-autofocus maxLength={250} {...form.getInputProps('displayName')} />
          <Textarea label="Description" autosize minRows={2} maxLength={250} {...form.getInputProps('description')} />
          <TextInput label="Region" maxLength={150} {...form.getInputProps('region')} />
          <TagsInput
            label="Hashtags"
            description="Press Enter after each."
            maxTags={50}
            {...form.getInputProps('hashtags')}
            error={form.errors.hashtag ?? form.errors.hashtags}
          />
          <FormFoot change={change} verb={catalog ? 'Save' : 'Create'} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
