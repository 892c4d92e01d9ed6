import { Button, FileButton, Group, Menu, Select, Stack, Text } from '@mantine/core';
import { IconFileExport, IconFileImport, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { requestOf } from '../../platform/client.ts';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { bytes } from '../../ui/format.ts';
import { definitionsQuery, type FormFilter } from '../../ui/forms/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { saveBlob } from '../../ui/save-text.ts';

interface ExchangeProps {
  readonly twinId: string;
  readonly filter: FormFilter;
  readonly mayImport: boolean;
  readonly onImport: () => void;
}

const addressOf = (
  path: string,
  twinId: string,
  filter: FormFilter,
  more: Readonly<Record<string, string>> = {},
): string => `${path}?${new URLSearchParams({ twinId, ...filter, ...more })}`;

/** Ways of the listed forms into other programs and back. */
export function ExchangeItems({ twinId, filter, mayImport, onImport }: ExchangeProps) {
  const save = useChange({
    run: async ({ address }: { readonly address: string; readonly name: string }) => (await requestOf(address)).blob(),
    done: (content, { name }) => saveBlob(name, content),
  });
  const table = (format: 'csv' | 'xlsx') =>
    save.mutate({ address: addressOf('/forms/table', twinId, filter, { format }), name: `forms.${format}` });
  return (
    <>
      <Menu.Item leftSection={<IconTable size={15} />} onClick={() => table('xlsx')}>
        Save as a workbook (.xlsx)
      </Menu.Item>
      <Menu.Item leftSection={<IconTable size={15} />} onClick={() => table('csv')}>
        Save as CSV
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileExport size={15} />}
        onClick={() => save.mutate({ address: addressOf('/forms/bcf', twinId, filter), name: 'forms.bcf' })}
      >
        Save as BCF
      </Menu.Item>
      {mayImport && (
        <Menu.Item leftSection={<IconFileImport size={15} />} onClick={onImport}>
          Import BCF
        </Menu.Item>
      )}
    </>
  );
}

interface ImportProps {
  readonly twinId: string;
  /** A file that was dropped already. */
  readonly given?: File;
  readonly onClose: () => void;
}

/** Asks for a BCF file, and what forms become of its topics. */
export function ImportDialog({ twinId, given, onClose }: ImportProps) {
  const definitions = useQuery(definitionsQuery(twinId));
  const [chosen, choose] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(given ?? null);
  const definitionId =
    chosen ?? definitions.data?.find(({ type }) => type === 'Issue')?.id ?? definitions.data?.[0]?.id;
  const begin = useChange({
    run: () =>
      requestOf(addressOf('/forms/bcf', twinId, {}, { formDefinitionId: definitionId ?? '' }), {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: file,
      }),
    stale: [['jobs'], ['forms', twinId]],
    says: () => 'The file is being read. What becomes of its topics is told among the jobs of the twin.',
    done: onClose,
    quiet: true,
  });
  return (
    <Dialog title="Import BCF" onClose={onClose}>
      <Loaded query={definitions} lines={2}>
        {(all) =>
          all.length === 0 ? (
            <Text size="sm">
              This twin has no kind of form yet.{' '}
              <TextLink to="/twins/$twinId/form-definitions" params={{ twinId }}>
                Make one first
              </TextLink>
              .
            </Text>
          ) : (
            <Stack gap="sm">
              <Text size="sm">
                Topics that went out from here or came before are brought up to date; the others become new forms.
              </Text>
              <Select
                label="New forms are of the kind"
                allowDeselect={false}
                data={all.map(({ id, displayName }) => ({ value: id, label: displayName }))}
                value={definitionId ?? null}
                onChange={choose}
              />
              <Group gap="xs">
                <FileButton accept=".bcf,.bcfzip" onChange={setFile} inputProps={{ 'aria-label': 'BCF file' }}>
                  {(button) => (
                    <Button {...button} variant="default">
                      Choose file
                    </Button>
                  )}
                </FileButton>
                <Text size="sm" c="dimmed">
                  {file ? `${file.name}, ${bytes(file.size)}` : 'BCF 2.1 or 3.0, 100 MB at most'}
                </Text>
              </Group>
              {begin.error ? <ProblemNote error={begin.error} /> : null}
              <Group justify="flex-end">
                <Button variant="default" onClick={onClose}>
                  Cancel
                </Button>
                <Button disabled={!file || !definitionId} loading={begin.isPending} onClick={() => begin.mutate()}>
                  Import
                </Button>
              </Group>
            </Stack>
          )
        }
      </Loaded>
    </Dialog>
  );
}
