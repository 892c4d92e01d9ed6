import { Button, Menu, Table, Text } from '@mantine/core';
import { IconDownload, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { csvOf } from '../../ui/csv.ts';
import { count } from '../../ui/format.ts';
import { HiddenHead } from '../../ui/hidden-head.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { saveText } from '../../ui/save-text.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { removeVariation } from '../actions.ts';
import { componentKey, documentsQuery, idOf, type Project, type Variation, variationsQuery } from '../queries.ts';
import { Section } from '../section.tsx';
import type { LibraryRights } from '../use-rights.ts';
import { VariationDialog } from './variation-dialog.tsx';
import { tableOf, type VariationTable } from './variation-table.ts';

interface VariationsProps {
  readonly componentId: string;
  readonly projectId: Project;
  readonly rights: LibraryRights;
}

const step = 50;

/** The types that a component comes in. */
export function Variations({ componentId, projectId, rights }: VariationsProps) {
  const query = useQuery(variationsQuery(componentId, projectId));
  const [asked, ask] = useState<{ readonly variation?: Variation }>();
  const table = query.data && tableOf(query.data);
  return (
    <Section
      title={query.data?.length ? `Variations (${count(query.data.length)})` : 'Variations'}
      actions={
        <>
          {table && table.rows.length > 0 && <SaveButton table={table} />}
          {rights.mayUpload && (
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => ask({})}>
              Add a variation
            </Button>
          )}
        </>
      }
    >
      <Loaded query={query} lines={3}>
        {(variations) =>
          variations.length === 0 ? (
            <Text size="sm" c="dimmed">
              No variations. A type catalog that is uploaded with its design file makes one of each of its lines.
            </Text>
          ) : (
            <Rows
              table={tableOf(variations)}
              componentId={componentId}
              projectId={projectId}
              rights={rights}
              ask={ask}
            />
          )
        }
      </Loaded>
      {asked && <VariationDialog componentId={componentId} {...asked} onClose={() => ask(undefined)} />}
    </Section>
  );
}

const SaveButton = ({ table: { columns, rows } }: { readonly table: VariationTable<Variation> }) => (
  <Button
    size="xs"
    variant="subtle"
    color="gray"
    leftSection={<IconDownload size={14} />}
    onClick={() =>
      saveText(
        'variations.csv',
        csvOf(
          ['Name', ...columns],
          rows.map(({ variation, cells }) => [variation.displayName, ...cells]),
        ),
      )
    }
  >
    CSV
  </Button>
);

interface RowsProps extends VariationsProps {
  readonly table: VariationTable<Variation>;
  readonly ask: (asked: { readonly variation: Variation }) => void;
}

function Rows({ table: { columns, rows }, componentId, projectId, rights, ask }: RowsProps) {
  const [most, setMost] = useState(step);
  const documents = useQuery(documentsQuery({ kind: 'component', id: componentId }, projectId)).data ?? [];
  const designs = new Map(documents.map(({ id, displayName, extension }) => [id, `${displayName}.${extension}`]));
  const hasDesigns = rows.some(({ variation }) => designs.has(idOf(variation._links.associatedDesignDocument) ?? ''));
  const remove = useChange({
    run: ({ id }: Variation) => removeVariation(componentId, id),
    stale: [componentKey(componentId)],
  });
  const askToRemove = (variation: Variation) =>
    confirm({
      title: `Delete ${variation.displayName}?`,
      text: 'The variation and its properties are deleted. This cannot be undone.',
      verb: 'Delete',
      onConfirm: () => remove.mutate(variation),
    });
  return (
    <>
      <Sheet label="Variations" wide>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
            {hasDesigns && <Table.Th>Design file</Table.Th>}
            {rights.mayWrite && <HiddenHead text="Actions" w={48} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, most).map(({ variation, cells }) => (
            <Table.Tr key={variation.id}>
              <Table.Td className="long">{variation.displayName}</Table.Td>
              {cells.map((cell, at) => (
                <Table.Td key={columns[at]}>{cell}</Table.Td>
              ))}
              {hasDesigns && <Table.Td>{designs.get(idOf(variation._links.associatedDesignDocument) ?? '')}</Table.Td>}
              {rights.mayWrite && (
                <Table.Td>
                  <ActionsMenu of={variation.displayName} small>
                    <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => ask({ variation })}>
                      Edit
                    </Menu.Item>
                    <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => askToRemove(variation)}>
                      Delete
                    </Menu.Item>
                  </ActionsMenu>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Sheet>
      {most < rows.length && (
        <Button mt="xs" size="xs" variant="default" onClick={() => setMost(most + 10 * step)}>
          Show more of {count(rows.length)}
        </Button>
      )}
    </>
  );
}
