import { Badge, Card, Group, Text } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import cards from '../../ui/card-list.module.css';
import { Empty } from '../../ui/empty.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LibraryFrame } from '../library-frame.tsx';
import { brandsQuery } from './queries.ts';

/** Organizations that show their published components to everybody. */
export function BrandsPage() {
  const query = useQuery(brandsQuery);
  return (
    <LibraryFrame path="/library/brands" open>
      {() => (
        <Loaded query={query}>
          {(brands) =>
            brands.length === 0 ? (
              <Empty
                icon={IconBuildingStore}
                title="No brands"
                text="A brand shows the published components of one organization to everybody here. Who operates this server names brands in its set-up file."
              />
            ) : (
              <ul className={cards.list} aria-label="Brands">
                {brands.map(({ id, displayName, description, isOwned, isPartnership, isAvailable }) => (
                  <li key={id}>
                    <Card withBorder padding="sm">
                      <Group gap="xs">
                        <TextLink to="/library/brands/$brandId" params={{ brandId: id }} fw={600}>
                          {displayName}
                        </TextLink>
                        {isOwned && (
                          <Badge variant="light" size="sm">
                            Yours
                          </Badge>
                        )}
                        {isPartnership && (
                          <Badge variant="light" color="indigo" size="sm">
                            Partner
                          </Badge>
                        )}
                        {!isAvailable && (
                          <Badge variant="light" color="gray" size="sm">
                            Nothing published
                          </Badge>
                        )}
                      </Group>
                      {description && (
                        <Text size="sm" c="dimmed">
                          {description}
                        </Text>
                      )}
                    </Card>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </LibraryFrame>
  );
}
