import { Badge, Card, Group, Text } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import classes from '../ui/card-list.module.css';
import { Empty } from '../ui/empty.tsx';
import { TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { type Package, packagesQuery } from './queries.ts';

/** What there is to read: a package is a source of sets of rows. */
export function PackagesTab({ twinId }: { readonly twinId: string }) {
  return (
    <Loaded query={useQuery(packagesQuery(twinId))}>
      {(packages) =>
        packages.length === 0 ? (
          <Empty
            icon={IconTable}
            title="No packages"
            text="The operator of this server has given none to the organization that owns the twin."
          />
        ) : (
          <ul className={classes.list}>
            {packages.map((one) => (
              <PackageCard key={one.uniqueName} twinId={twinId} of={one} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

const PackageCard = ({ twinId, of }: { readonly twinId: string; readonly of: Package }) => (
  <Card component="li" withBorder padding="sm">
    <div className={classes.head}>
      <div className={classes.name}>
        <TextLink to="/twins/$twinId/feeds/$uniqueName" params={{ twinId, uniqueName: of.uniqueName }} fw={600} fz="sm">
          {of.name}
        </TextLink>
        <Text size="sm" c="dimmed">
          {of.description}
        </Text>
      </div>
      <Group gap={6}>
        {of.projectStage !== 'Current' && (
          <Badge size="sm" variant="light" tt="none" color="orange">
            {of.projectStage}
          </Badge>
        )}
        <Badge size="sm" variant="light" tt="none" color={of.mayExecute ? 'teal' : 'gray'}>
          {of.mayExecute ? 'You may use it' : 'Not for you yet'}
        </Badge>
      </Group>
    </div>
  </Card>
);
