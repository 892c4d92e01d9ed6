import { MultiSelect, Select, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldErrors } from '../../ui/field-errors.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { type ComponentFields, createComponent, saveComponent } from '../actions.ts';
import { type Component, catalogChoicesQuery, catalogQuery, shownComponents } from '../queries.ts';
import { states } from '../search.ts';
import type { WordKind } from '../words/kinds.ts';
import { wordName, wordsQuery } from '../words/queries.ts';

type Form = UseFormReturnType<ComponentFields>;

/** Makes a component, or changes what is said of one. */
export function ComponentDialog(props: {
  readonly id?: string;
  readonly initial: ComponentFields;
  readonly onSaved?: (component: Component) => void;
  readonly onClose: () => void;
}) {
  const { id, onClose, onSaved } = props;
  const form = useForm<ComponentFields>({
    initialValues: props.initial,
    validate: { displayName: (value) => (value.trim() ? null : 'A component needs a name.') },
  });
  const change = useChange({
    run: (fields: ComponentFields) => (id === undefined ? createComponent(fields) : saveComponent(id, fields)),
    stale: [...shownComponents, ...(id === undefined ? [] : [['library', 'component', id]])],
    quiet: true,
    done(component) {
      onClose();
      onSaved?.(component);
    },
  });
  const submit = form.onSubmit((fields) =>
    change.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Dialog onClose={onClose} title={id === undefined ? 'New component' : 'Edit component'} size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput label="Name" required data-autofocus maxLength={150} {...form.getInputProps('displayName')} />
          <Textarea label="Description" autosize minRows={2} maxLength={250} {...form.getInputProps('description')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <Select
              label="State"
              description="Projects see what is published."
              allowDeselect={false}
              data={[...states]}
              {...form.getInputProps('state')}
            />
            <WordSelect label="Category" kind="categories" {...form.getInputProps('category')} />
            <WordSelect label="Maker" kind="manufacturers" {...form.getInputProps('manufacturer')} />
            <WordSelect label="Application" kind="applications" {...form.getInputProps('application')} />
          </SimpleGrid>
          <CatalogSelect form={form} />
          <TagsInput
            label="Hashtags"
            description="Press Enter after each."
            maxTags={50}
            {...form.getInputProps('hashtags')}
            error={form.errors.hashtag ?? form.errors.hashtags}
          />
          <FormFoot change={change} verb={id === undefined ? 'Create' : 'Save'} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function WordSelect({ label, kind, ...field }: { readonly label: string; readonly kind: WordKind } & object) {
  const words = useQuery(wordsQuery(kind)).data ?? [];
  return (
    <Select
      label={label}
      {...field}
      searchable
      clearable
      limit={100}
      nothingFoundMessage="None fits"
      data={words.map((word) => ({ value: word.id, label: wordName(word) }))}
    />
  );
}

/** Catalogs are looked for as one types: there may be many. */
function CatalogSelect({ form }: { readonly form: Form }) {
  const [text, setText] = useState('');
  const [find] = useDebouncedValue(text, 250);
  const found = useQuery(catalogChoicesQuery(find)).data ?? [];
  const chosen = form.values.catalogs;
  const names = useChosenNames(chosen);
  const all = new Map([...names, ...found.map(({ id, displayName }) => [id, displayName] as const)]);
  return (
    <MultiSelect
      label="Catalogs"
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage="None fits"
      data={[...all].map(([value, label]) => ({ value, label }))}
      {...form.getInputProps('catalogs')}
    />
  );
}

function useChosenNames(ids: readonly string[]): readonly (readonly [string, string])[] {
  const query = useQuery({
    queryKey: ['library', 'catalog', 'names', ids],
    enabled: ids.length > 0,
    queryFn: ({ client }) =>
      Promise.all(ids.map(async (id) => [id, (await client.fetchQuery(catalogQuery(id))).displayName] as const)),
  });
  return query.data ?? ids.map((id) => [id, 'Catalog'] as const);
}
