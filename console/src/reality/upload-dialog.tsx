import { Button, Checkbox, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { IconFile, IconFolder } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { commonFolder, withoutCommonFolder } from '../platform/upload/dropped.ts';
import type { Batch } from '../platform/upload/upload.ts';
import { uploadAll, whenUploaded } from '../platform/upload/uploads.ts';
import { showProblem, useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFoot } from '../ui/form-foot.tsx';
import { bytes, plural } from '../ui/format.ts';
import { SystemField } from '../ui/systems/system-field.tsx';
import { DropArea } from '../ui/upload/drop-area.tsx';
import uploads from '../ui/upload/upload.module.css';
import { createData, showWhenThere } from './queries.ts';
import type { Listed } from './shapes.ts';

interface UploadProps {
  readonly twinId: string;
  /** Files that were dropped already. */
  readonly given: readonly File[];
  /** Where they go; absent: into new reality data. */
  readonly into?: Listed;
  readonly onClose: () => void;
}

interface Fields {
  readonly name: string;
  readonly system: string;
  readonly show: boolean;
}

/** Files become reality data: one folder, however many there are. */
export function UploadDialog({ twinId, given, into, onClose }: UploadProps) {
  const [files, setFiles] = useState(given);
  const form = useForm<Fields>({
    initialValues: { name: into?.displayName ?? nameOf(given), system: '', show: !into },
    validate: { name: (name) => (name.trim() ? null : 'Give it a name.') },
  });
  const change = useChange({
    async run({ name, system, show }: Fields) {
      const displayName = name.trim();
      const dataId = into?.id ?? (await createData({ twinId, displayName }));
      const batch = uploadAll(withoutCommonFolder(files), { twinId, folderId: '', place: displayName, dataId });
      if (show) void showLater(batch, dataId, twinId, system);
    },
    stale: [['reality', twinId]],
    done: onClose,
    quiet: true,
  });
  const take = (chosen: readonly File[]) => {
    setFiles(chosen);
    if (!form.values.name) form.setFieldValue('name', nameOf(chosen));
  };
  return (
    <Dialog onClose={onClose} title={into ? `Add files to ${into.displayName}` : 'Upload reality data'}>
      <form onSubmit={form.onSubmit((fields) => change.mutate(fields))}>
        <Stack gap="sm">
          <Choice files={files} onFiles={take} />
          {into ? (
            <Text size="sm">Files that have the name of one that is there take its place.</Text>
          ) : (
            <NewFields form={form} />
          )}
          <FormFoot change={change} verb="Upload" disabled={files.length === 0} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

async function showLater(batch: Batch, dataId: string, twinId: string, system: string): Promise<void> {
  try {
    if (await whenUploaded(batch)) await showWhenThere(dataId, twinId, system);
  } catch (error) {
    showProblem(error);
  }
}

type Form = Pick<UseFormReturnType<Fields>, 'getInputProps' | 'values'>;

function NewFields({ form }: { readonly form: Form }) {
  return (
    <>
      <TextInput label="Name" required maxLength={256} {...form.getInputProps('name')} />
      <Checkbox
        label="Prepare it to be looked at"
        description="Clouds, meshes and orthophotos become tiles as soon as they have arrived. Keep this page open until then."
        {...form.getInputProps('show', { type: 'checkbox' })}
      />
      {form.values.show && (
        <SystemField
          label="Coordinate system"
          description="Only if the files do not name it, or name a wrong one"
          withHeights
          {...form.getInputProps('system')}
        />
      )}
    </>
  );
}

function Choice({
  files,
  onFiles,
}: {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const forget = useRef<() => void>(null);
  const take = (chosen: File[]) => {
    forget.current?.(); // the same files can be chosen again
    if (chosen.length > 0) onFiles(chosen);
  };
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return (
    <DropArea className={uploads.ask} says="Drop to choose these" onFiles={onFiles}>
      {files.length > 0 && (
        <Text size="sm" fw={600} role="status">
          {files.length === 1 ? files[0]?.name : plural(files.length, 'file')}, {bytes(size)}
        </Text>
      )}
      <Group gap="xs" justify="center">
        <FileButton multiple resetRef={forget} onChange={take}>
          {(button) => (
            <Button
              {...button}
              size="xs"
              variant={files.length > 0 ? 'default' : 'filled'}
              leftSection={<IconFile size={15} />}
            >
              Choose files
            </Button>
          )}
        </FileButton>
        <FileButton multiple inputProps={{ webkitdirectory: '' }} onChange={take}>
          {(button) => (
            <Button {...button} size="xs" variant="default" leftSection={<IconFolder size={15} />}>
              Choose a folder
            </Button>
          )}
        </FileButton>
      </Group>
      <Text size="xs" c="dimmed">
        or drop them here: LAS, LAZ, E57, PLY, PCD, PTX, XYZ, CSV; OBJ, GLB, glTF; GeoTIFF; photos; tilesets
      </Text>
    </DropArea>
  );
}

/** The folder that all are in, or the first file. */
function nameOf(files: readonly File[]): string {
  const [first] = files;
  if (!first) return '';
  return commonFolder(files) ?? first.name.replace(/\.[^.]*$/, '');
}
