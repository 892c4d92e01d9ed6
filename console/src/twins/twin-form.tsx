import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { answerOf, platform } from '../platform/client.ts';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { FormFoot } from '../ui/form-foot.tsx';
import { NumberField } from '../ui/number/number-field.tsx';
import { shownTwins, type Twin } from './queries.ts';
import { classOf, type Status, type SubClass, statuses, subClasses, subClassName } from './search.ts';

interface Fields {
  readonly displayName: string;
  readonly subClass: SubClass;
  readonly number: string;
  readonly type: string;
  readonly status: Status;
  readonly geographicLocation: string;
  readonly latitude: number | string;
  readonly longitude: number | string;
  readonly ianaTimeZone: string | null;
}

const fieldsOf = (twin: Twin | undefined): Fields => ({
  displayName: twin?.displayName ?? '',
  subClass: subClasses.find((one) => one === twin?.subClass) ?? 'Project',
  number: twin === undefined || twin.number === twin.id ? '' : twin.number,
  type: twin?.type ?? '',
  status: twin?.status ?? 'Active',
  geographicLocation: twin?.geographicLocation ?? '',
  latitude: twin?.latitude ?? '',
  longitude: twin?.longitude ?? '',
  ianaTimeZone: twin?.ianaTimeZone ?? null,
});

/** What is wrong with one of two coordinates: out of bounds, or without the other. */
function degreeFault(value: number | string, other: number | string, most: number, otherName: string): string | null {
  if (value === '') return other === '' ? null : `Give this one, too, or take the ${otherName} away.`;
  return Math.abs(Number(value)) <= most ? null : `Between -${most} and ${most} degrees.`;
}

const numberOrNull = (value: number | string): number | null => (value === '' ? null : Number(value));

/** What both creating and changing send. */
const sent = (fields: Fields) => ({
  displayName: fields.displayName,
  type: fields.type || null,
  status: fields.status,
  geographicLocation: fields.geographicLocation || null,
  latitude: numberOrNull(fields.latitude),
  longitude: numberOrNull(fields.longitude),
  ianaTimeZone: fields.ianaTimeZone,
  ...(fields.number ? { number: fields.number } : {}),
});

async function save(twin: Twin | undefined, fields: Fields, parentId: string | undefined) {
  if (twin) {
    const path = { id: twin.id };
    return answerOf(platform.twins.PATCH('/twins/{id}', { params: { path }, body: sent(fields) }));
  }
  const { subClass } = fields;
  const body = { ...sent(fields), subClass, class: classOf(subClass), ...(parentId ? { parentId } : {}) };
  return answerOf(platform.twins.POST('/twins/', { body }));
}

/** The dialog that creates a twin, or changes one. */
export function TwinForm({
  twin,
  parentId,
  onClose,
}: {
  readonly twin?: Twin;
  readonly parentId?: string;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  const form = useForm<Fields>({
    initialValues: fieldsOf(twin),
    validate: {
      displayName: (value) => (value.trim() ? null : 'A twin needs a name.'),
      latitude: (value, { longitude }) => degreeFault(value, longitude, 90, 'longitude'),
      longitude: (value, { latitude }) => degreeFault(value, latitude, 180, 'latitude'),
    },
  });
  const change = useChange({
    run: (fields: Fields) => save(twin, fields, parentId),
    stale: shownTwins,
    quiet: true,
    done(answer) {
      onClose();
      if (!twin) void navigate({ to: '/twins/$twinId', params: { twinId: answer.twin.id } });
    },
  });
  const submit = form.onSubmit((fields) =>
    change.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Dialog onClose={onClose} title={twin ? 'Edit twin' : 'Create twin'} size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TwinFields form={form} made={twin !== undefined} />
          <FormFoot change={change} verb={twin ? 'Save' : 'Create'} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** What can be said of a twin; its kind only while it is not made. */
const TwinFields = ({ form, made }: { readonly form: UseFormReturnType<Fields>; readonly made: boolean }) => (
  <>
    <TextInput label="Name" required data-autofocus maxLength={255} {...form.getInputProps('displayName')} />
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label="Kind"
        allowDeselect={false}
        disabled={made}
        {...(made ? { description: 'Cannot be changed.' } : {})}
        data={subClasses.map((value) => ({ value, label: subClassName(value) }))}
        {...form.getInputProps('subClass')}
      />
      <Select label="Status" allowDeselect={false} data={[...statuses]} {...form.getInputProps('status')} />
      <TextInput label="Number" placeholder="For example B-0417" maxLength={255} {...form.getInputProps('number')} />
      <TextInput label="Type" placeholder="For example Road bridge" maxLength={100} {...form.getInputProps('type')} />
    </SimpleGrid>
    <TextInput label="Location" maxLength={255} {...form.getInputProps('geographicLocation')} />
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <NumberField label="Latitude" unit="°" {...form.getInputProps('latitude')} />
      <NumberField label="Longitude" unit="°" {...form.getInputProps('longitude')} />
      <Select
        label="Time zone"
        searchable
        clearable
        limit={50}
        data={Intl.supportedValuesOf('timeZone')}
        {...form.getInputProps('ianaTimeZone')}
      />
    </SimpleGrid>
  </>
);
