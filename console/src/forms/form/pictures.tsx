import { ActionIcon, Button, FileButton, Group, Progress, Text, UnstyledButton } from '@mantine/core';
import { IconCamera, IconFile, IconPaperclip, IconPhoto, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showProblem, useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { bytes } from '../../ui/format.ts';
import {
  type Attachment,
  attach,
  attachmentFileQuery,
  attachmentThumbnailQuery,
  isPicture,
  loadAttachment,
  removeAttachment,
} from '../../ui/forms/attachments.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { useObjectUrl } from '../../ui/picture/use-object-url.ts';
import { saveBlob } from '../../ui/save-text.ts';
import { DropArea } from '../../ui/upload/drop-area.tsx';
import fieldClasses from '../fields/fields.module.css';
import classes from './form.module.css';

interface PicturesProps {
  readonly formId: string;
  readonly label: string;
  /** The property that the files belong to; null for files of the form as a whole. */
  readonly binding: string | null;
  readonly files: readonly Attachment[];
  readonly mayAdd: boolean;
  readonly error?: string | undefined;
}

/** Files of a form: photos with their pictures, taken by the camera, chosen or dropped. */
export function Pictures({ formId, label, binding, files, mayAdd, error }: PicturesProps) {
  const sending = useSending(formId, binding);
  const forget = useRef<() => void>(null);
  const take = (chosen: readonly File[]) => {
    forget.current?.();
    void sending.send(chosen);
  };
  return (
    <section aria-label={label}>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <DropArea className={classes.drop} disabled={!mayAdd} says={`Drop to add to ${label}`} onFiles={take}>
        {files.length > 0 && (
          <ul className={classes.thumbs}>
            {files.map((one) => (
              <File key={one.id} formId={formId} file={one} mayRemove={mayAdd} />
            ))}
          </ul>
        )}
        {sending.under.map(({ name, share }) => (
          <div key={name} role="status">
            <Text size="xs">Sending {name}</Text>
            <Progress size="sm" value={100 * share} aria-label={`Sending ${name}`} />
          </div>
        ))}
        {mayAdd ? (
          <Group gap={6} mt={files.length > 0 ? 8 : 0}>
            <FileButton
              accept="image/*"
              capture="environment"
              onChange={(file) => file && take([file])}
              inputProps={{ 'aria-label': `Take a photo for ${label}` }}
            >
              {(button) => (
                <Button {...button} size="compact-sm" variant="light" leftSection={<IconCamera size={15} />}>
                  Take a photo
                </Button>
              )}
            </FileButton>
            <FileButton
              multiple
              resetRef={forget}
              {...(binding !== null && { accept: 'image/*' })}
              onChange={take}
              inputProps={{ 'aria-label': `Add files to ${label}` }}
            >
              {(button) => (
                <Button
                  {...button}
                  size="compact-sm"
                  variant="default"
                  leftSection={binding === null ? <IconPaperclip size={15} /> : <IconPhoto size={15} />}
                >
                  {binding === null ? 'Add files' : 'Add pictures'}
                </Button>
              )}
            </FileButton>
          </Group>
        ) : (
          files.length === 0 && (
            <Text size="sm" c="dimmed">
              None
            </Text>
          )
        )}
      </DropArea>
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </section>
  );
}

/** Sends files one after the other, and says how far each is. */
function useSending(formId: string, binding: string | null) {
  const client = useQueryClient();
  const [under, setUnder] = useState<readonly { readonly name: string; readonly share: number }[]>([]);
  const send = async (files: readonly File[]) => {
    setUnder((before) => [...before, ...files.map(({ name }) => ({ name, share: 0 }))]);
    for (const file of files) {
      const tell = (share: number) =>
        setUnder((before) => before.map((one) => (one.name === file.name ? { ...one, share } : one)));
      await attach(formId, file, binding, tell).catch(showProblem);
      setUnder((before) => before.filter(({ name }) => name !== file.name));
      await client.invalidateQueries({ queryKey: ['form', formId] });
    }
  };
  return { under, send };
}

function File(props: { readonly formId: string; readonly file: Attachment; readonly mayRemove: boolean }) {
  const { formId, file } = props;
  const [opened, open] = useState(false);
  const isShown = isPicture(file) && file.size > 0;
  const url = useObjectUrl(useQuery({ ...attachmentThumbnailQuery(formId, file), enabled: isShown }).data);
  const remove = useChange({ run: () => removeAttachment(formId, file.id), stale: [['form', formId]] });
  const load = useChange({
    run: () => loadAttachment(formId, file.id),
    done: (content) => saveBlob(file.fileName, content),
  });
  const ask = () =>
    confirm({
      title: `Remove ${file.fileName}?`,
      text: 'The file is gone for everybody. The history keeps its name.',
      verb: 'Remove file',
      onConfirm: () => remove.mutate(),
    });
  return (
    <li className={classes.thumb}>
      <UnstyledButton
        display="block"
        w="100%"
        aria-label={url ? `Open ${file.fileName}` : `Download ${file.fileName}`}
        onClick={() => (url ? open(true) : load.mutate())}
      >
        {url ? (
          <img src={url} alt="" />
        ) : (
          <span className={classes.blank}>
            <IconFile size={26} stroke={1.4} aria-hidden />
          </span>
        )}
      </UnstyledButton>
      <Text size="xs" truncate title={file.fileName}>
        {file.fileName}
      </Text>
      <Text size="xs" c="dimmed">
        {file.size > 0 ? bytes(file.size) : 'Did not arrive'}
      </Text>
      {props.mayRemove && (
        <ActionIcon
          className={classes.remove}
          size="sm"
          variant="default"
          aria-label={`Remove ${file.fileName}`}
          onClick={ask}
        >
          <IconX size={14} />
        </ActionIcon>
      )}
      {opened && url && (
        <Dialog size="xl" title={file.fileName} onClose={() => open(false)}>
          <Large formId={formId} file={file} />
          <Group justify="flex-end" mt="sm">
            <Button variant="default" onClick={() => load.mutate()}>
              Download
            </Button>
          </Group>
        </Dialog>
      )}
    </li>
  );
}

/** The whole picture, which is loaded when it is looked at. */
function Large({ formId, file }: { readonly formId: string; readonly file: Attachment }) {
  const read = useQuery(attachmentFileQuery(formId, file));
  const url = useObjectUrl(read.data);
  return (
    <Loaded query={read} lines={6}>
      {() => (url ? <img className={classes.large} src={url} alt={file.caption ?? file.fileName} /> : null)}
    </Loaded>
  );
}

/** A drawn signature. */
export function Drawing({ formId, id }: { readonly formId: string; readonly id: string }) {
  const url = useObjectUrl(useQuery(attachmentFileQuery(formId, { id, size: 0 })).data);
  return url ? <img className={fieldClasses.drawing} src={url} alt="Drawn signature" /> : null;
}
