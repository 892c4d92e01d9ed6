import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFolder, IconPhoto } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { commonFolder, withoutCommonFolder } from '../../platform/upload/dropped.ts';
import { uploadAll } from '../../platform/upload/uploads.ts';
import { createData } from '../../reality/queries.ts';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { bytes, plural } from '../../ui/format.ts';
import { isPhoto, photoEndings, pointsFile } from '../../ui/photos/photo-set.ts';
import type { RealityData } from '../../ui/stage/reality/source.ts';
import { DropArea } from '../../ui/upload/drop-area.tsx';
import uploads from '../../ui/upload/upload.module.css';

interface Props {
  readonly twinId: string;
  /** Files that were dropped already. */
  readonly given: readonly File[];
  /** Where they go; absent: into new photos. */
  readonly into?: Pick<RealityData, 'id' | 'displayName'>;
  readonly onMade?: (dataId: string) => void;
  readonly onClose: () => void;
}

const fits = ({ name }: File): boolean => isPhoto(name) || name.toLowerCase() === pointsFile;

/** Photos of one flight or walk go up together. They go on wherever one goes in the console. */
export function UploadPhotosDialog({ twinId, given, into, onMade, onClose }: Props) {
  const [files, setFiles] = useState(given);
  const [name, setName] = useState(into?.displayName ?? nameOf(given));
  const good = files.filter(fits);
  const left = files.length - good.length;
  const change = useChange({
    async run() {
      const dataId = into?.id ?? (await createData({ twinId, displayName: name.trim() }));
      uploadAll(withoutCommonFolder(good), { twinId, folderId: '', place: name.trim(), dataId });
      return dataId;
    },
    stale: [['reality', twinId]],
    done: (dataId) => {
      onClose();
      onMade?.(dataId);
    },
    quiet: true,
  });
  const take = (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    setFiles(chosen);
    if (!name) setName(nameOf(chosen));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) change.mutate();
  };
  return (
    <Dialog onClose={onClose} title={into ? `Add photos to ${into.displayName}` : 'Upload photos'}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <DropArea className={uploads.ask ?? ''} says="Drop to choose these" onFiles={take}>
            {good.length > 0 && (
              <Text size="sm" fw={600} role="status">
                {plural(good.length, 'file')}, {bytes(good.reduce((sum, { size }) => sum + size, 0))}
              </Text>
            )}
            <Group gap="xs" justify="center">
              <FileButton multiple accept={[...photoEndings, '.csv'].join(',')} onChange={take}>
                {(button) => (
                  <Button {...button} size="xs" variant="default" leftSection={<IconPhoto size={15} />}>
                    Choose photos
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
              or drop them here: JPEG, PNG or TIFF of one flight or walk, and {pointsFile} if there is one
            </Text>
          </DropArea>
          {left > 0 && (
            <Text size="sm">
              {plural(left, 'file')} of other kinds {left === 1 ? 'is' : 'are'} left out.
            </Text>
          )}
          {!into && (
            <TextInput
              label="Name"
              required
              maxLength={256}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <FormFoot change={change} verb="Upload" disabled={good.length === 0 || !name.trim()} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** The folder that was chosen, or what the photos are usually called. */
const nameOf = (files: readonly File[]): string => (files.length > 0 ? (commonFolder(files) ?? 'Photos') : '');
