import { ActionIcon, Tooltip } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../ui/change.tsx';
import { favoritesQuery, setFavorite, type Twin } from './queries.ts';

/** Makes a twin a favorite, or no longer. */
export function Star({ twin }: { readonly twin: Twin }) {
  const favorites = useQuery(favoritesQuery);
  const on = favorites.data?.has(twin.id) ?? false;
  const change = useChange({ run: () => setFavorite(twin.id, !on), stale: [['favorites'], ['twins']] });
  const label = on ? `Remove ${twin.displayName} from the favorites` : `Add ${twin.displayName} to the favorites`;
  const Sign = on ? IconStarFilled : IconStar;
  return (
    <Tooltip label={on ? 'Remove from the favorites' : 'Add to the favorites'}>
      <ActionIcon
        variant="subtle"
        color={on ? 'yellow.7' : 'gray'}
        aria-label={label}
        aria-pressed={on}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        <Sign size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
