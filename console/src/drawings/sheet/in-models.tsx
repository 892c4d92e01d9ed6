import { Text } from '@mantine/core';
import { IconBox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../ui/links.tsx';
import { tagQuery } from '../../ui/tags.ts';
import classes from '../drawings.module.css';
import type { Item } from './prediction.ts';

/** The elements of models that have the tag of the one symbol that is chosen; each leads to it in 3D. */
export function InModels({ twinId, items }: { readonly twinId: string; readonly items: readonly Item[] }) {
  const [item] = items.length === 1 ? items : [];
  const tag = item?.kind === 'symbol' && item.status !== 'deleted' ? item.label : '';
  const elements = useQuery(tagQuery(twinId, tag)).data?.elements ?? [];
  if (elements.length === 0) return null;
  return (
    <div>
      <Text size="xs" fw={600}>
        In 3D
      </Text>
      <ul className={classes.places} aria-label="In 3D">
        {elements.map(({ modelId, displayName, elementId, globalId, name }) => (
          <li key={`${modelId} ${elementId}`}>
            <IconBox size={14} aria-hidden />
            <TextLink
              to="/twins/$twinId/models/$modelId"
              params={{ twinId, modelId }}
              search={{ element: globalId }}
              size="xs"
            >
              {name || globalId}
            </TextLink>
            <Text size="xs" c="dimmed" span>
              {displayName}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
