import { Text } from '@mantine/core';
import { IconView360 } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { plural } from '../../ui/format.ts';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { dataQuery } from '../../ui/stage/reality/source.ts';
import classes from '../capture.module.css';
import { sceneQuery } from '../scene-query.ts';

/** Photos that were oriented together: how many, in which system, and the data that they are in. */
export function SceneParts({ twinId, sceneId }: { readonly twinId: string; readonly sceneId: string }) {
  const scene = useQuery(sceneQuery(sceneId, twinId));
  return (
    <Loaded query={scene}>
      {({ photos, all, srs, sets }) => (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {`${photos.length} of ${plural(all, 'photo')} oriented · ${srs ?? 'local coordinates'}`}
          </Text>
          {photos.length > 0 && (
            <LinkButton
              mb="md"
              leftSection={<IconView360 size={16} />}
              to="/twins/$twinId/capture/space/$dataId"
              params={{ twinId, dataId: sceneId }}
            >
              Photos in 3D
            </LinkButton>
          )}
          <Text size="sm" fw={600}>
            Its photos are in
          </Text>
          <Sets twinId={twinId} ids={sets.filter((id) => id !== sceneId)} />
        </>
      )}
    </Loaded>
  );
}

function Sets({ twinId, ids }: { readonly twinId: string; readonly ids: readonly string[] }) {
  const found = useQueries({ queries: ids.map((id) => ({ ...dataQuery(id, twinId), retry: false })) });
  return (
    <ul className={classes.results}>
      {ids.map((id, n) => {
        const { data, isError } = found[n] ?? {};
        return (
          <li key={id}>
            {data ? (
              <TextLink to="/twins/$twinId/capture/photos/$dataId" params={{ twinId, dataId: id }} size="sm">
                {data.displayName}
              </TextLink>
            ) : (
              <Text size="sm" c="dimmed">
                {isError ? 'Photos that are gone, or that you may not see' : '…'}
              </Text>
            )}
          </li>
        );
      })}
      {ids.length === 0 && <li>Itself</li>}
    </ul>
  );
}
