import { Button, Group, Text, TextInput } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconCamera, IconPhotoPlus, IconSearch, IconView360 } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '@twin-platform/client';
import { useMemo, useState } from 'react';
import { realityQuery } from '../../reality/queries.ts';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { Empty } from '../../ui/empty.tsx';
import { bytes } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { byText } from '../../ui/order.ts';
import { isPhotos, photoSetQuery } from '../../ui/photos/photo-set.ts';
import { Time } from '../../ui/time.tsx';
import { DropArea } from '../../ui/upload/drop-area.tsx';
import { useWholeList } from '../../ui/whole-list.ts';
import classes from '../capture.module.css';
import { isScene } from '../scene-query.ts';
import { SmallPhoto } from './small-photo.tsx';
import { UploadPhotosDialog } from './upload-photos-dialog.tsx';

type Listed = Schemas['realityData']['ListedRealityData'];

const step = 48;
const compare = { name: byText<Listed>(({ displayName }) => displayName) };

/** The photos of a twin, and those that were oriented. */
export function PhotosTab({ twinId }: { readonly twinId: string }) {
  const query = useInfiniteQuery(realityQuery(twinId));
  const mayCreate = useQuery(myPermissionsQuery(twinId)).data?.has('realitydata_create') ?? false;
  const [given, give] = useState<readonly File[]>();
  const [find, setFind] = useState('');
  const navigate = useNavigate();
  const wanted = find.trim().toLowerCase();
  const ofPhotos = useMemo(() => query.data?.filter((one) => isPhotos(one) || isScene(one)), [query.data]);
  const data = ofPhotos?.filter(({ displayName }) => displayName.toLowerCase().includes(wanted));
  const list = useWholeList({ ...query, data }, compare, step);
  const upload = mayCreate && (
    <Button leftSection={<IconPhotoPlus size={16} />} onClick={() => give([])}>
      Upload photos
    </Button>
  );
  const open = (dataId: string) =>
    void navigate({ to: '/twins/$twinId/capture/photos/$dataId', params: { twinId, dataId } });
  return (
    <DropArea className={classes.drops ?? ''} disabled={!mayCreate} says="Drop to upload photos" onFiles={give}>
      <Loaded query={query}>
        {() =>
          ofPhotos?.length === 0 ? (
            <div className="surface">
              <Empty
                icon={IconCamera}
                title="No photos yet"
                text={
                  mayCreate
                    ? 'Drop the photos of a flight or a walk here. Where they tell places they appear on a plan.'
                    : 'Nobody has uploaded any, or you may not see them.'
                }
              >
                {upload}
              </Empty>
            </div>
          ) : (
            <>
              <Group justify="space-between">
                <TextInput
                  aria-label="Find photos"
                  placeholder="Find by name"
                  leftSection={<IconSearch size={16} />}
                  value={find}
                  onChange={(event) => setFind(event.currentTarget.value)}
                />
                {upload}
              </Group>
              <ul className={classes.photos} aria-label="Sets of photos">
                {list.shown.map((one) => (
                  <SetCard key={one.id} twinId={twinId} data={one} />
                ))}
              </ul>
              <ListFoot list={list} of="set of photos" many="sets of photos" />
            </>
          )
        }
      </Loaded>
      {given && <UploadPhotosDialog twinId={twinId} given={given} onMade={open} onClose={() => give(undefined)} />}
    </DropArea>
  );
}

function SetCard({ twinId, data }: { readonly twinId: string; readonly data: Listed }) {
  const { id, displayName, authoring, createdDateTime, size } = data;
  return (
    <li className={classes.photo}>
      {isPhotos(data) ? (
        <First twinId={twinId} dataId={id} />
      ) : (
        <div className={classes.small} aria-hidden>
          <IconView360 size={34} stroke={1.2} />
        </div>
      )}
      <div className={classes.cardText}>
        <TextLink to="/twins/$twinId/capture/photos/$dataId" params={{ twinId, dataId: id }} size="sm" fw={600}>
          {displayName}
        </TextLink>
        <Text size="xs" c="dimmed">
          {[isPhotos(data) ? 'Photos' : 'Oriented photos', authoring ? 'being made' : size ? bytes(size * 1024) : null]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {createdDateTime && (
          <Text size="xs" c="dimmed">
            <Time iso={createdDateTime} />
          </Text>
        )}
      </div>
    </li>
  );
}

/** Its first photo, once the card has come into view. */
function First({ twinId, dataId }: { readonly twinId: string; readonly dataId: string }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const set = useQuery({ ...photoSetQuery(dataId, twinId), enabled: inViewport }).data;
  const photo = set?.photos[0];
  if (set && photo) return <SmallPhoto set={set} photo={photo} />;
  return (
    <div ref={ref} className={classes.small} aria-hidden>
      <IconCamera size={34} stroke={1.2} />
    </div>
  );
}
