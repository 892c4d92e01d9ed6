import { Badge, Button, Table } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../ui/change.tsx';
import { count } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Time } from '../../ui/time.tsx';
import { contentOf, type SymbolSet, setQuery, versionsQuery } from './queries.ts';
import type { Draft } from './use-draft.ts';

interface Props {
  readonly set: SymbolSet;
  readonly draft: Draft;
  readonly mayChange: boolean;
  readonly onTaken: () => void;
}

/** What was published, the newest first; an earlier version can be taken up again. */
export function VersionsTab({ set, draft, mayChange, onTaken }: Props) {
  const client = useQueryClient();
  const take = useChange({
    run: (version: number) => client.fetchQuery(setQuery(set.id, version)),
    done: (former) => {
      draft.change(contentOf(former));
      onTaken();
    },
    says: (_, version) => `Version ${version} is taken up. It holds once it is published.`,
  });
  return (
    <Loaded query={useQuery(versionsQuery(set.id))}>
      {(versions) => (
        <Sheet label="Versions">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Version</Table.Th>
              <Table.Th>Published</Table.Th>
              <Table.Th ta="right">Symbols</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {versions.map(({ version, publishedDateTime, symbolsCount }) => (
              <Table.Tr key={version}>
                <Table.Td>{version}</Table.Td>
                <Table.Td>{set.readOnly ? 'Built in' : <Time iso={publishedDateTime} />}</Table.Td>
                <Table.Td ta="right">{count(symbolsCount)}</Table.Td>
                <Table.Td ta="right">
                  {version === set.version ? (
                    <Badge size="sm" variant="light" tt="none">
                      Present
                    </Badge>
                  ) : (
                    mayChange && (
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Take up version ${version}`}
                        loading={take.isPending && take.variables === version}
                        onClick={() => take.mutate(version)}
                      >
                        Take up
                      </Button>
                    )
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Sheet>
      )}
    </Loaded>
  );
}
