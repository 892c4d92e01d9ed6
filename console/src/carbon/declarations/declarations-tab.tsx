import { Button, FileButton, Group, Table, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileImport, IconLeaf, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useChange } from '../../ui/change.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { More } from '../../ui/more.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DropArea } from '../../ui/upload/drop-area.tsx';
import { type ImportedFile, importEpds } from '../actions.ts';
import { carbonOf, epdsQuery } from '../queries.ts';
import type { EpdSummary } from '../shapes.ts';
import { declaredText } from '../text.ts';
import { DeclarationSide } from './declaration-side.tsx';
import { ImportReport } from './import-report.tsx';
import { ExampleBadge, Validity } from './validity.tsx';

const accepted = '.csv,.json,.xml,.zip,text/csv,application/json,application/xml,application/zip';

/** Environmental product declarations: imported, looked at, removed. */
export function DeclarationsTab({ twinId }: { readonly twinId: string }) {
  const [typed, type] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const query = useInfiniteQuery(epdsQuery(twinId, search));
  const [open, setOpen] = useState<EpdSummary>();
  const [report, setReport] = useState<readonly ImportedFile[]>();
  const change = useChange({
    run: (files: readonly File[]) => importEpds(twinId, files),
    stale: [carbonOf(twinId)],
    done: setReport,
  });
  const take = (files: readonly File[]) => {
    if (files.length > 0) change.mutate(files);
  };
  const button = <ImportButton busy={change.isPending} onFiles={take} />;
  return (
    <DropArea says="Import these declarations" disabled={change.isPending} onFiles={take}>
      <Group justify="space-between" mb="sm">
        <TextInput
          type="search"
          aria-label="Search declarations"
          placeholder="Search declarations"
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {button}
      </Group>
      <Loaded query={query}>
        {(epds) =>
          epds.length > 0 ? (
            <>
              <Declarations epds={epds} onOpen={setOpen} />
              <More query={query} shown={epds.length} of="declaration" many="declarations" />
            </>
          ) : (
            <div className="surface">
              {search ? (
                <Empty icon={IconLeaf} title="No declaration fits" text="Search for another part of its name." />
              ) : (
                <Empty
                  icon={IconLeaf}
                  title="No declarations yet"
                  text="Import environmental product declarations of your products: openEPD, ILCD+EPD or a table as CSV. None are shipped."
                >
                  {button}
                </Empty>
              )}
            </div>
          )
        }
      </Loaded>
      {open && <DeclarationSide twinId={twinId} epd={open} onClose={() => setOpen(undefined)} />}
      {report && <ImportReport files={report} onClose={() => setReport(undefined)} />}
    </DropArea>
  );
}

function ImportButton({
  busy,
  onFiles,
}: {
  readonly busy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const forget = useRef<() => void>(null);
  const take = (files: File[]) => {
    onFiles(files);
    forget.current?.(); // the same file can be chosen again
  };
  return (
    <FileButton multiple accept={accepted} resetRef={forget} onChange={take}>
      {(props) => (
        <Button {...props} loading={busy} leftSection={<IconFileImport size={16} />}>
          Import declarations
        </Button>
      )}
    </FileButton>
  );
}

const Declarations = (props: { readonly epds: readonly EpdSummary[]; readonly onOpen: (epd: EpdSummary) => void }) => (
  <Sheet label="Declarations">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Declaration</Table.Th>
        <Table.Th visibleFrom="xs">Declared for</Table.Th>
        <Table.Th visibleFrom="md">Standard</Table.Th>
        <Table.Th>Valid until</Table.Th>
        <Table.Th visibleFrom="sm">From</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {props.epds.map((epd) => (
        <Table.Tr key={epd.id}>
          <Table.Td className="long">
            <UnstyledButton fz="sm" fw={500} c="var(--accent)" onClick={() => props.onOpen(epd)}>
              {epd.name}
            </UnstyledButton>{' '}
            {epd.example && <ExampleBadge />}
            {epd.owner && (
              <Text size="xs" c="dimmed">
                {epd.owner}
              </Text>
            )}
          </Table.Td>
          <Table.Td visibleFrom="xs">{declaredText(epd.declared)}</Table.Td>
          <Table.Td visibleFrom="md">{epd.standard ?? '–'}</Table.Td>
          <Table.Td>
            <Validity epd={epd} />
          </Table.Td>
          <Table.Td visibleFrom="sm" className="long">
            {epd.source.fileName}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Sheet>
);
