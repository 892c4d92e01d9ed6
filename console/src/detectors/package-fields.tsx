import { Button, Checkbox, FileButton, Group, Progress, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import { showProblem } from '../ui/change.tsx';
import { bytes } from '../ui/format.ts';
import { DropArea } from '../ui/upload/drop-area.tsx';
import uploads from '../ui/upload/upload.module.css';
import { type DetectorPackage, packageOf } from './package.ts';
import type { DetectorType, Export } from './queries.ts';

export interface VersionFields {
  readonly number: string;
  readonly labels: readonly string[];
  readonly exports: readonly Export[];
  readonly packed?: DetectorPackage;
}

export const isNumber = (text: string): boolean => /^\d{1,5}\.\d{1,5}$/.test(text.trim());

/** What versions of a type can be taken away as, in words. */
const exportsOf = (type: DetectorType): readonly { readonly value: Export; readonly label: string }[] =>
  type === 'PhotoObjectDetector'
    ? [
        { value: 'Objects', label: 'Boxes' },
        { value: 'Locations', label: 'Places' },
      ]
    : [
        { value: 'Objects', label: 'Boxes' },
        { value: 'Lines', label: 'Lines' },
        { value: 'Polygons', label: 'Outlines' },
      ];

/** The package of a version, and what is said of it. */
export function PackageFields(props: {
  readonly type: DetectorType;
  readonly fields: VersionFields;
  readonly onChange: (fields: VersionFields) => void;
  /** How much of it was sent, of 1. */
  readonly share: number | undefined;
}) {
  const { fields, onChange, type, share } = props;
  const [names, setNames] = useState('');
  const take = async (files: readonly File[]) => {
    if (files.length === 0) return;
    try {
      const packed = await packageOf(files);
      setNames(files.map(({ name }) => name).join(', '));
      onChange({ ...fields, packed, labels: packed.labels.length > 0 ? packed.labels : fields.labels });
    } catch (error) {
      showProblem(error);
    }
  };
  const exports = exportsOf(type);
  return (
    <Stack gap="sm">
      <DropArea className={uploads.ask} says="Drop to take these" onFiles={(files) => void take(files)}>
        {fields.packed && (
          <Text size="sm" fw={600} role="status">
            {names}, {bytes(fields.packed.content.size)}
          </Text>
        )}
        <FileButton multiple onChange={(files) => void take(files)}>
          {(button) => (
            <Button
              {...button}
              size="xs"
              variant={fields.packed ? 'default' : 'filled'}
              leftSection={<IconFile size={15} />}
            >
              Choose the package
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          A zip, or its files: model.onnx, labels.json and metadata.json. An .onnx alone is enough if it tells what it
          is.
        </Text>
      </DropArea>
      <TagsInput
        label="What it finds"
        description="The names as they stand in the package. Enter adds one."
        withAsterisk
        maxTags={256}
        value={[...fields.labels]}
        onChange={(labels) => onChange({ ...fields, labels })}
      />
      <Checkbox.Group
        label="Its results are good as"
        value={[...fields.exports]}
        onChange={(chosen) =>
          onChange({ ...fields, exports: exports.flatMap(({ value }) => (chosen.includes(value) ? [value] : [])) })
        }
      >
        <Group gap="md" mt={4}>
          {exports.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        label="Version"
        required
        maw={140}
        value={fields.number}
        error={isNumber(fields.number) ? null : 'Two numbers, as 1.0'}
        onChange={(event) => onChange({ ...fields, number: event.currentTarget.value })}
      />
      {share !== undefined && (
        <div>
          <Progress.Root size="sm">
            <Progress.Section
              value={100 * share}
              aria-label="The upload"
              aria-valuetext={`${Math.floor(100 * share)} percent`}
            />
          </Progress.Root>
          <Text size="xs" c="dimmed" mt={4} role="status">
            {share < 1 ? `Is sent · ${Math.floor(100 * share)} %` : 'Its network is run and checked'}
          </Text>
        </div>
      )}
    </Stack>
  );
}
