import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldErrors } from '../../ui/field-errors.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { propertyTypes, saveVariation, type VariationFields } from '../actions.ts';
import { componentKey, documentsQuery, idOf, type Variation } from '../queries.ts';

const typeNames = ['Text', 'Whole number', 'Number', 'Number (single)', 'Yes or no'];
const types = propertyTypes.map((value, at) => ({ value, label: typeNames[at] ?? value }));

const fieldsOf = (variation: Variation | undefined): VariationFields => ({
  displayName: variation?.displayName ?? '',
  associatedDesignDocument: idOf(variation?._links.associatedDesignDocument) ?? null,
  adHocProperties: (variation?.adHocProperties ?? []).map(({ displayName, type, value, unitOfMeasure }) => ({
    displayName,
    type,
    value: value ?? '',
    unitOfMeasure: unitOfMeasure ?? '',
  })),
});

/** Makes a variation, or changes one. */
export function VariationDialog(props: {
  readonly componentId: string;
  readonly variation?: Variation;
  readonly onClose: () => void;
}) {
  const { componentId, variation, onClose } = props;
  const form = useForm<VariationFields>({
    initialValues: fieldsOf(variation),
    validate: {
      displayName: (value) => (value.trim() ? null : 'A variation needs a name.'),
      adHocProperties: { displayName: (value: string) => (value.trim() ? null : 'A property needs a name.') },
    },
  });
  const designs = (useQuery(documentsQuery({ kind: 'component', id: componentId })).data ?? []).filter(
    ({ purpose }) => purpose === 'Design',
  );
  const change = useChange({
    run: (fields: VariationFields) => saveVariation(componentId, variation?.id, fields),
    stale: [componentKey(componentId)],
    done: onClose,
    quiet: true,
  });
  const submit = form.onSubmit((fields) =>
    change.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Dialog onClose={onClose} size="xl" title={variation ? 'Edit the variation' : 'Add a variation'}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput label="Name" required data-autofocus maxLength={250} {...form.getInputProps('displayName')} />
          {designs.length > 0 && (
            <Select
              label="Design file"
              clearable
              data={designs.map(({ id, displayName, extension, version }) => ({
                value: id,
                label: `${displayName}.${extension}, version ${version}`,
              }))}
              {...form.getInputProps('associatedDesignDocument')}
            />
          )}
          <Properties form={form} />
          <FormFoot change={change} verb={variation ? 'Save' : 'Add'} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Any number of them, of any type. */
const Properties = ({ form }: { readonly form: UseFormReturnType<VariationFields> }) => (
  <>
    <Text size="sm" fw={500}>
      Properties
    </Text>
    {form.values.adHocProperties.map((_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: properties have no ids; their place is what they are known by
      <Group key={at} gap="xs" align="flex-start" wrap="wrap">
        <TextInput
          flex="2 1 130px"
          aria-label={`Name of property ${at + 1}`}
          placeholder="Name"
          {...form.getInputProps(`adHocProperties.${at}.displayName`)}
        />
        <TextInput
          flex="1 1 80px"
          aria-label={`Value of property ${at + 1}`}
          placeholder="Value"
          {...form.getInputProps(`adHocProperties.${at}.value`)}
        />
        <TextInput
          flex="1 1 60px"
          aria-label={`Unit of property ${at + 1}`}
          placeholder="Unit"
          {...form.getInputProps(`adHocProperties.${at}.unitOfMeasure`)}
        />
        <Select
          flex="1 1 110px"
          aria-label={`Type of property ${at + 1}`}
          allowDeselect={false}
          data={types}
          {...form.getInputProps(`adHocProperties.${at}.type`)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          mt={5}
          aria-label={`Remove property ${at + 1}`}
          onClick={() => form.removeListItem('adHocProperties', at)}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
    ))}
    <Group>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() =>
          form.insertListItem('adHocProperties', {
            displayName: '',
            type: 'StringType',
            value: '',
            unitOfMeasure: '',
          })
        }
      >
        Add a property
      </Button>
    </Group>
  </>
);
