import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCube, IconMapPin, IconPhotoPlus, IconSearch, IconTarget, IconView360 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { person } from '../../platform/session.ts';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { Empty } from '../../ui/empty.tsx';
import { bytes, count, dateTime, plural } from '../../ui/format.ts';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { byText } from '../../ui/order.ts';
import { Page } from '../../ui/page.tsx';
import type { PhotoFacts } from '../../ui/photos/photo-facts.ts';
import { type PhotoSet, photoSetQuery, shortName } from '../../ui/photos/photo-set.ts';
import type { ContentFile } from '../../ui/stage/reality/contents.ts';
import { dataQuery, type RealityData } from '../../ui/stage/reality/source.ts';
import { useWholeList, wholly } from '../../ui/whole-list.ts';
import classes from '../capture.module.css';
import { NewJobDialog } from '../jobs/new-job-dialog.tsx';
import { isScene, scenesOfQuery } from '../scene-query.ts';
import { PhotoImage } from './photo-image.tsx';
import { Plan } from './plan.tsx';
import { SceneParts } from './scene-parts.tsx';
import { SmallPhoto } from './small-photo.tsx';
import { UploadPhotosDialog } from './upload-photos-dialog.tsx';
import { type AllFacts, useFacts } from './use-facts.ts';

const route = getRouteApi('/twins/$twinId/capture/photos/$dataId');
const step = 60;

/** Photos that were taken together, or oriented together: where they are, and what can be made of them. */
export function PhotosPage() {
  const { twinId, dataId } = route.useParams();
  const data = useQuery(dataQuery(dataId, twinId));
  return <Loaded query={data}>{(one) => <Known data={one} />}</Loaded>;
}

function Known({ data }: { readonly data: RealityData }) {
  const { twinId, dataId } = route.useParams();
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const mayCreate = mine?.has('realitydata_create') ?? false;
  const mayManage = (mine?.has('realitydata_manage') ?? false) || data.ownerId === person().id;
  const [making, make] = useDisclosure(false);
  const [adding, add] = useDisclosure(false);
  const isOriented = isScene(data);
  const actions = (
    <>
      {!isOriented && mayManage && (
        <Button variant="default" leftSection={<IconPhotoPlus size={16} />} onClick={add.open}>
          Add photos
        </Button>
      )}
      {!isOriented && (
        <LinkButton
          variant="default"
          leftSection={<IconTarget size={16} />}
          to="/twins/$twinId/capture/photos/$dataId/points"
          params={{ twinId, dataId }}
        >
          Control points
        </LinkButton>
      )}
      {mayCreate && (
        <Button leftSection={<IconCube size={16} />} onClick={make.open}>
          Make a model
        </Button>
      )}
    </>
  );
  return (
    <Page title={data.displayName} actions={actions}>
      <TextLink to="/twins/$twinId/capture" params={{ twinId }} search={{ tab: 'photos' }} size="sm">
        All photos
      </TextLink>
      {isOriented ? <SceneParts twinId={twinId} sceneId={dataId} /> : <Photos twinId={twinId} dataId={dataId} />}
      {making && <NewJobDialog twinId={twinId} first={data} onClose={make.close} />}
      {adding && <UploadPhotosDialog twinId={twinId} given={[]} into={data} onClose={add.close} />}
    </Page>
  );
}

function Photos({ twinId, dataId }: { readonly twinId: string; readonly dataId: string }) {
  const query = useQuery(photoSetQuery(dataId, twinId));
  return (
    <Loaded query={query}>
      {(set) =>
        set.photos.length === 0 ? (
          <div className="surface">
            <Empty icon={IconPhotoPlus} title="No photos yet" text="Those that are being uploaded appear here." />
          </div>
        ) : (
          <Shown twinId={twinId} set={set} />
        )
      }
    </Loaded>
  );
}

function Shown({ twinId, set }: { readonly twinId: string; readonly set: PhotoSet }) {
  const all = useFacts(set);
  const [chosen, choose] = useState<string>();
  const scenes = useQuery(scenesOfQuery(set.id, twinId)).data ?? [];
  const photo = set.photos.find(({ name }) => name === chosen) ?? set.photos[0];
  const placed = [...all.facts.values()].filter(({ place }) => place).length;
  return (
    <>
      <Group gap="xs" mb="sm">
        <Text size="sm" c="dimmed" role="status">
          {aboutOf(set, all, placed)}
        </Text>
        {all.readAll && all.done >= all.wanted && (
          <Button size="compact-xs" variant="default" onClick={all.readAll}>
            Look at all of them
          </Button>
        )}
      </Group>
      {scenes.length > 0 && (
        <Group gap="xs" mb="sm">
          {scenes.map(({ id, displayName }) => (
            <LinkButton
              key={id}
              size="compact-sm"
              variant="light"
              leftSection={<IconView360 size={14} />}
              to="/twins/$twinId/capture/space/$dataId"
              params={{ twinId, dataId: id }}
            >
              In 3D: {displayName}
            </LinkButton>
          ))}
        </Group>
      )}
      <div className={placed > 0 ? classes.places : ''}>
        {placed > 0 && <Plan facts={all.facts} chosen={photo?.name} onChoose={choose} />}
        {photo && placed > 0 && <Chosen twinId={twinId} set={set} photo={photo} facts={all.facts.get(photo.name)} />}
      </div>
      {placed === 0 && all.done >= all.wanted && (
        <Text size="sm" mb="sm">
          None of them tells where it was taken. Control points put what is made of them on earth.
        </Text>
      )}
      <Grid set={set} chosen={photo?.name} onChoose={choose} />
    </>
  );
}

function aboutOf({ photos, size }: PhotoSet, { facts, done, wanted }: AllFacts, placed: number): string {
  const [first] = facts.values();
  const taken = [...facts.values()].flatMap((one) => one.taken ?? []).toSorted();
  return [
    plural(photos.length, 'photo'),
    bytes(size),
    first?.width && first.height ? `${count(first.width)} × ${count(first.height)}` : null,
    first?.camera,
    taken[0] ? dateTime(taken[0]) : null,
    done < wanted ? `${count(done)} of ${count(wanted)} looked at` : gpsText(placed, wanted, photos.length),
  ]
    .filter(Boolean)
    .join(' · ');
}

const gpsText = (placed: number, looked: number, all: number): string =>
  looked < all ? `${count(placed)} of the first ${count(looked)} with GPS` : `${count(placed)} with GPS`;

interface ChosenProps {
  readonly twinId: string;
  readonly set: PhotoSet;
  readonly photo: ContentFile;
  readonly facts: PhotoFacts | undefined;
}

function Chosen({ twinId, set, photo, facts }: ChosenProps) {
  const place = facts?.place;
  return (
    <section className={classes.shown} aria-label="Chosen photo">
      <PhotoImage set={set} photo={photo} />
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {shortName(photo.name)}
      </Text>
      {place && (
        <Text size="xs" c="dimmed">
          <IconMapPin size={12} aria-hidden /> {place.latitude.toFixed(6)}°, {place.longitude.toFixed(6)}°
          {place.height === null ? '' : `, ${place.height.toFixed(1)} m`}
        </Text>
      )}
      <TextLink
        size="sm"
        to="/twins/$twinId/capture/photos/$dataId/points"
        params={{ twinId, dataId: set.id }}
        search={{ photo: photo.name }}
      >
        Open it large
      </TextLink>
    </section>
  );
}

const compare = { name: byText<ContentFile>(({ name }) => name) };

function Grid(props: {
  readonly set: PhotoSet;
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
}) {
  const { set, chosen, onChoose } = props;
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const fitting = useMemo(
    () => wholly(set.photos.filter(({ name }) => name.toLowerCase().includes(wanted))),
    [set, wanted],
  );
  const list = useWholeList(fitting, compare, step);
  return (
    <>
      {set.photos.length > step && (
        <TextInput
          maw={320}
          mb="sm"
          aria-label="Find a photo"
          placeholder="Find by name"
          leftSection={<IconSearch size={16} />}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      )}
      <ul className={classes.photos} aria-label="Photos">
        {list.shown.map((photo) => (
          <li key={photo.name}>
            <button
              type="button"
              className={classes.photo}
              aria-pressed={photo.name === chosen}
              onClick={() => onChoose(photo.name)}
            >
              <SmallPhoto set={set} photo={photo} />
              <span className={classes.photoName}>{shortName(photo.name)}</span>
            </button>
          </li>
        ))}
      </ul>
      <ListFoot list={list} of="photo" many="photos" />
    </>
  );
}
