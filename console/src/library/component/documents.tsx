import { Anchor, Badge, Button, Group, Menu, Table, Text } from '@mantine/core';
import { IconDownload, IconEye, IconEyeOff, IconHistory, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { bytes } from '../../ui/format.ts';
import { HiddenHead } from '../../ui/hidden-head.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Time } from '../../ui/time.tsx';
import { removeDocument } from '../actions.ts';
import { documentsQuery, idOf, type LibraryDocument, type Parent, type Project, shownComponents } from '../queries.ts';
import { Section } from '../section.tsx';
import { DocumentDialog } from './document-dialog.tsx';
import { purposeName } from './purposes.ts';
import { hideDocument } from './send-document.ts';

interface DocumentsProps {
  readonly parent: Parent;
  readonly projectId: Project;
  readonly mayWrite: boolean;
}

/** What is to be asked for: a new document, a new version of one, or a file for one. */
type Asked = { readonly next?: LibraryDocument; readonly fill?: LibraryDocument };

/** The documents of a component or catalog: what is in use, and what was before. */
export function Documents({ parent, projectId, mayWrite }: DocumentsProps) {
  const query = useQuery(documentsQuery(parent, projectId));
  const [asked, ask] = useState<Asked>();
  return (
    <Section
      title="Documents"
      actions={
        mayWrite && (
          <Button size="xs" variant="default" leftSection={<IconUpload size={14} />} onClick={() => ask({})}>
            Add a document
          </Button>
        )
      }
    >
      <Loaded query={query} lines={3}>
        {(documents) =>
          documents.length === 0 ? (
            <Text size="sm" c="dimmed">
              No documents.
            </Text>
          ) : (
            <DocumentTable documents={documents} parent={parent} mayWrite={mayWrite} ask={ask} />
          )
        }
      </Loaded>
      {asked && (
        <DocumentDialog parent={parent} documents={query.data ?? []} {...asked} onClose={() => ask(undefined)} />
      )}
    </Section>
  );
}

interface TableProps extends Omit<DocumentsProps, 'projectId'> {
  readonly documents: readonly LibraryDocument[];
  readonly ask: (asked: Asked) => void;
}

/** Design files first, the newest version of each on top. */
const order = ['Design', 'TypeCatalog', 'Thumbnail', 'GalleryImage', 'Reference'];

const DocumentTable = ({ documents, ...rest }: TableProps) => (
  <Sheet label="Documents">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Name</Table.Th>
        <Table.Th visibleFrom="xs">Purpose</Table.Th>
        <Table.Th visibleFrom="xs">Version</Table.Th>
        <Table.Th visibleFrom="sm">Size</Table.Th>
        <Table.Th visibleFrom="md">Changed</Table.Th>
        <HiddenHead text="Actions" w={48} />
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {documents
        .toReversed()
        .sort((a, b) => order.indexOf(a.purpose) - order.indexOf(b.purpose))
        .map((one) => (
          <DocumentRow key={one.id} document={one} documents={documents} {...rest} />
        ))}
    </Table.Tbody>
  </Sheet>
);

function DocumentRow({ document, documents, ...rest }: TableProps & { readonly document: LibraryDocument }) {
  const { displayName, extension, purpose, available, isActive, version, size, _links } = document;
  const name = `${displayName}.${extension}`;
  const designId = idOf(_links.associatedDesignDocument);
  const design = documents.find(({ id }) => id === designId);
  return (
    <Table.Tr>
      <Table.Td className="long">
        {available && _links.fileUrl ? (
          <Anchor size="sm" href={_links.fileUrl.href} download={name}>
            {name}
          </Anchor>
        ) : (
          name
        )}
        <Group gap={4}>
          {!available && (
            <Badge size="xs" variant="light" color="orange">
              {size > 0 ? 'Hidden' : 'No file yet'}
            </Badge>
          )}
          {!isActive && (
            <Badge size="xs" variant="light" color="gray">
              Replaced
            </Badge>
          )}
          {design && (
            <Text span size="xs" c="dimmed">
              of {design.displayName}.{design.extension}
            </Text>
          )}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="xs">{purposeName(purpose)}</Table.Td>
      <Table.Td visibleFrom="xs">{purpose === 'Design' ? version : ''}</Table.Td>
      <Table.Td visibleFrom="sm">{available ? bytes(size) : ''}</Table.Td>
      <Table.Td visibleFrom="md">
        <Time iso={document.lastModifiedDateTime} />
      </Table.Td>
      <Table.Td>
        <DocumentMenu document={document} name={name} {...rest} />
      </Table.Td>
    </Table.Tr>
  );
}

function DocumentMenu(
  props: Omit<TableProps, 'documents'> & { readonly document: LibraryDocument; readonly name: string },
) {
  const { document, name, parent, mayWrite, ask } = props;
  const { id, available, purpose, isActive, size, _links } = document;
  const stale = [['library', parent.kind, parent.id], ...shownComponents];
  const remove = useChange({ run: () => removeDocument(parent, id), stale, says: () => `${name} is deleted.` });
  const show = useChange({ run: (shown: boolean) => hideDocument(parent, document, shown), stale });
  if (!mayWrite && !available) return null;
  const askToRemove = () =>
    confirm({
      title: `Delete ${name}?`,
      text: 'Its file is deleted with it. This cannot be undone.',
      verb: 'Delete',
      onConfirm: () => remove.mutate(),
    });
  return (
    <ActionsMenu of={name} small>
      {available && _links.fileUrl && (
        <Menu.Item component="a" href={_links.fileUrl.href} download={name} leftSection={<IconDownload size={16} />}>
          Download
        </Menu.Item>
      )}
      {mayWrite && purpose === 'Design' && isActive && (
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => ask({ next: document })}>
          New version
        </Menu.Item>
      )}
      {mayWrite && !available && (
        <Menu.Item leftSection={<IconUpload size={16} />} onClick={() => ask({ fill: document })}>
          Upload its file
        </Menu.Item>
      )}
      {mayWrite && available && (
        <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={() => show.mutate(false)}>
          Hide
        </Menu.Item>
      )}
      {mayWrite && !available && size > 0 && (
        <Menu.Item leftSection={<IconEye size={16} />} onClick={() => show.mutate(true)}>
          Show again
        </Menu.Item>
      )}
      {mayWrite && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={askToRemove}>
          Delete
        </Menu.Item>
      )}
    </ActionsMenu>
  );
}
