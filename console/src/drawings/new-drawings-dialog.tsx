import { Button, FileButton, Group, Select, Stack, Text } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFoot } from '../ui/form-foot.tsx';
import { bytes, plural } from '../ui/format.ts';
import { DropArea } from '../ui/upload/drop-area.tsx';
import classes from './drawings.module.css';
import { accepted, createInference, isDrawing, setsQuery, startRun, uploadInput } from './queries.ts';

interface Props {
  readonly twinId: string;
  /** Files that were dropped already. */
  readonly given?: readonly File[];
  readonly onMade: (inferenceId: string) => void;
  readonly onClose: () => void;
}

const atOnce = 3;

/** Asks for the sheets of a plant, sends them and has them read. What was sent is kept when the rest fails. */
export function NewDrawingsDialog({ twinId, given = [], onMade, onClose }: Props) {
  const [files, setFiles] = useState(given);
  const [setId, chooseSet] = useState<string | null>(null);
  const [made, setMade] = useState<string>();
  const [sent, setSent] = useState<ReadonlySet<File>>(new Set());
  const sets = useQuery(setsQuery(twinId)).data;
  const change = useChange({
    async run() {
      const id = made ?? (await createInference(twinId, setId)).id;
      setMade(id);
      const waiting = files.filter((file) => !sent.has(file));
      const work = async (): Promise<void> => {
        for (let file = waiting.shift(); file; file = waiting.shift()) {
          const done = file;
          await uploadInput(id, done);
          setSent((before) => new Set([...before, done]));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      await startRun(id);
      return id;
    },
    stale: [['drawings', twinId]],
    done: (id) => {
      onClose();
      onMade(id);
    },
    quiet: true,
  });
  const take = (more: readonly File[]) =>
    setFiles((before) => [...before.filter((old) => !more.some(({ name }) => name === old.name)), ...more]);
  const wrong = files.filter((file) => !isDrawing(file));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog onClose={onClose} title="Read drawings" size="lg" closeOnClickOutside={!change.isPending}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">
            Choose all sheets of one plant together: only then are connectors tied from sheet to sheet. PDF, SVG, DXF,
            PNG, JPEG or BMP, up to 100 MB each.
          </Text>
          <DropArea says="Add these sheets" onFiles={take} disabled={change.isPending}>
            <FileButton multiple accept={accepted.join(',')} onChange={take}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  fullWidth
                  h={64}
                  leftSection={<IconFiles size={18} />}
                  disabled={change.isPending}
                >
                  Choose files, or drop them here
                </Button>
              )}
            </FileButton>
          </DropArea>
          {files.length > 0 && (
            <ul className={classes.files} aria-label="Files">
              {files.map((file) => (
                <li key={file.name}>
                  <span>{file.name}</span>
                  <Text size="xs" c={isDrawing(file) ? 'dimmed' : 'red'}>
                    {sent.has(file) ? 'sent' : isDrawing(file) ? bytes(file.size) : 'cannot be read'}
                  </Text>
                </li>
              ))}
            </ul>
          )}
          {wrong.length > 0 && (
            <Group justify="space-between">
              <Text size="sm" c="red">
                {plural(wrong.length, 'file')} of a kind that cannot be read.
              </Text>
              <Button size="compact-sm" variant="default" onClick={() => setFiles(files.filter(isDrawing))}>
                Leave out
              </Button>
            </Group>
          )}
          <Select
            label="Symbols that are looked for"
            allowDeselect={false}
            value={setId ?? sets?.[0]?.id ?? null}
            onChange={chooseSet}
            data={(sets ?? []).map(({ id, displayName, symbolsCount }) => ({
              value: id,
              label: `${displayName}, ${plural(symbolsCount, 'shape')}`,
            }))}
          />
          <FormFoot
            change={change}
            verb={made && change.error ? 'Try again' : 'Read'}
            disabled={files.length === 0 || wrong.length > 0}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
