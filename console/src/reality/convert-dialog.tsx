import { Checkbox, MultiSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFoot } from '../ui/form-foot.tsx';
import { NumberField } from '../ui/number/number-field.tsx';
import { SystemField } from '../ui/systems/system-field.tsx';
import { meshTiles, targetsOf } from './kinds.ts';
import { startConversion } from './queries.ts';
import type { ConversionOptions, Listed, OutputType } from './shapes.ts';

interface ConvertProps {
  readonly data: Listed;
  readonly twinId: string;
  readonly all: readonly Listed[];
  readonly onClose: () => void;
}

interface Fields {
  readonly name: string;
  readonly outputs: string[];
  /** Ids of further data of the same type. */
  readonly others: string[];
  readonly merge: boolean;
  readonly inputSRS: string;
  readonly outputSRS: string;
  readonly tileFormat: string;
  /** Metres. */
  readonly step: number | string;
}

/** As many as one job takes. */
const mostInputs = 100;

const usual: Omit<Fields, 'name'> = {
  outputs: [],
  others: [],
  merge: true,
  inputSRS: '',
  outputSRS: '',
  tileFormat: 'PNG',
  step: 0.125,
};

/** What data can become: formats, coordinate systems, several in one. */
export function ConvertDialog({ data, twinId, all, onClose }: ConvertProps) {
  const targets = targetsOf(data.type);
  const form = useForm<Fields>({
    initialValues: { ...usual, name: data.displayName },
    validate: {
      name: (name) => (name.trim() ? null : 'Give it a name.'),
      outputs: (outputs) => (outputs.length > 0 ? null : 'Choose at least one.'),
    },
  });
  const change = useChange({
    run: (fields: Fields) =>
      startConversion({
        twinId,
        name: fields.name.trim(),
        inputs: [data.id, ...fields.others],
        outputs: targets.map(({ output }) => output).filter((output) => fields.outputs.includes(output)),
        options: {
          ...optionsOf(fields),
          ...(data.type === meshTiles ? { sampleWorldStep: Number(fields.step) || 0.125 } : {}),
        },
      }),
    stale: [['reality', twinId]],
    says: () => 'The conversion has begun. What comes of it appears in this list.',
    done: onClose,
    quiet: true,
  });
  const others = all.filter(({ id, type, authoring }) => id !== data.id && type === data.type && !authoring);
  const { values } = form;
  return (
    <Dialog onClose={onClose} title={`Convert ${data.displayName}`}>
      <form onSubmit={form.onSubmit((fields) => change.mutate(fields))}>
        <Stack gap="sm">
          <Outputs targets={targets} {...form.getInputProps('outputs')} />
          {others.length > 0 && (
            <MultiSelect
              label="Together with"
              description="Further data of the same format"
              searchable
              hidePickedOptions
              maxValues={mostInputs - 1}
              data={others.map(({ id, displayName }) => ({ value: id, label: displayName }))}
              {...form.getInputProps('others')}
            />
          )}
          <Checkbox
            label="All files become one"
            description="Otherwise each file becomes one of its own."
            {...form.getInputProps('merge', { type: 'checkbox' })}
          />
          {data.type === meshTiles && (
            <NumberField
              label="Distance between points"
              unit="m"
              required
              min={0.001}
              max={1000}
              step={0.05}
              {...form.getInputProps('step')}
            />
          )}
          {values.outputs.includes('XYZTileMap') && (
            <SegmentedControl
              size="xs"
              aria-label="Pictures of the tile map"
              data={[
                { value: 'PNG', label: 'PNG, clear at the border' },
                { value: 'JPG', label: 'JPEG, smaller' },
              ]}
              {...form.getInputProps('tileFormat')}
            />
          )}
          <Systems form={form} />
          <TextInput label="Name" required maxLength={200} {...form.getInputProps('name')} />
          <FormFoot change={change} verb="Convert" onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Where the coordinates are, and where they shall be. */
function Systems({ form }: { readonly form: Pick<UseFormReturnType<Fields>, 'getInputProps'> }) {
  return (
    <>
      <SystemField
        label="Coordinate system of the files"
        description="Only if the files do not name it, or name a wrong one"
        withHeights
        {...form.getInputProps('inputSRS')}
      />
      <SystemField
        label="Coordinate system of the result"
        description="Leave empty to keep the system of the files. Heights are not changed."
        {...form.getInputProps('outputSRS')}
      />
    </>
  );
}

function optionsOf({ merge, inputSRS, outputSRS, tileFormat, outputs }: Fields): ConversionOptions {
  const [from, to] = [inputSRS.trim(), outputSRS.trim()];
  return {
    merge,
    ...(from ? { inputSRS: from } : {}),
    ...(to ? { outputSRS: to } : {}),
    ...(outputs.includes('XYZTileMap') ? { tileFormat } : {}),
  };
}

interface OutputsProps {
  readonly targets: readonly { readonly output: OutputType; readonly label: string; readonly about: string }[];
  readonly value?: string[];
  readonly error?: React.ReactNode;
  readonly onChange: (value: string[]) => void;
}

const Outputs = ({ targets, value = [], error, onChange }: OutputsProps) => (
  <Checkbox.Group label="Into" withAsterisk value={value} error={error} onChange={onChange}>
    <Stack gap={6} mt={4}>
      {targets.map(({ output, label, about }) => (
        <Checkbox key={output} value={output} label={label} description={about} />
      ))}
      {targets.length === 0 && <Text size="sm">Nothing can be made of it.</Text>}
    </Stack>
  </Checkbox.Group>
);
