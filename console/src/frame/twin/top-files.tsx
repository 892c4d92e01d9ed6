import { Box, Card, Table, Text } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { FileLink } from '../../files/file-link.tsx';
import classes from '../../files/files.module.css';
import { ItemIcon } from '../../files/item-icon.tsx';
import { topQuery } from '../../platform/files.ts';
import { Empty } from '../../ui/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Time } from '../../ui/time.tsx';

const shown = 8;

/** The first of what lies in the top folder. */
export function TopFiles({ twinId }: { readonly twinId: string }) {
  const query = useQuery(topQuery(twinId));
  return (
    <Box>
      <Text component="h2" fw={600} size="sm" mb="xs">
        In the top folder
      </Text>
      <Loaded query={query} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <Card withBorder padding={0}>
              <Empty
                icon={IconFolderOpen}
                title="No files yet"
                text="Upload models, drawings, photos: whatever belongs to this twin."
              >
                <LinkButton to="/twins/$twinId/files" params={{ twinId }}>
                  Upload files
                </LinkButton>
              </Empty>
            </Card>
          ) : (
            <Sheet>
              <Table.Tbody>
                {items.slice(0, shown).map((item) => (
                  <Table.Tr key={item.id}>
                    <Table.Td>
                      <div className={classes.name}>
                        <ItemIcon item={item} />
                        <FileLink twinId={twinId} item={item} />
                      </div>
                    </Table.Td>
                    <Table.Td visibleFrom="xs" ta="right">
                      <Text size="xs" c="dimmed" component="span">
                        <Time iso={item.lastModifiedDateTime} />
                      </Text>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Sheet>
          )
        }
      </Loaded>
    </Box>
  );
}
