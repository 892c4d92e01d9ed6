import { Alert, Button, Checkbox, Group, Progress, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { plural } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useTitle } from '../../ui/page.tsx';
import { photoSetQuery, shortName } from '../../ui/photos/photo-set.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Note } from '../../ui/stage/layer-note.tsx';
import { Picture } from '../../ui/stage/picture.tsx';
import viewer from '../../ui/stage/stage.module.css';
import classes from '../capture.module.css';
import type { OrientedPhoto } from '../oriented.ts';
import { PhotoImage } from '../photos/photo-image.tsx';
import { type PhotoSpace, photoSpaceQuery } from './cones.ts';
import { type PhotoStage, usePhotoStage } from './use-photo-stage.ts';

const route = getRouteApi('/twins/$twinId/capture/space/$dataId');

/** Photos where they were taken, with the model that was made of them. */
export function SpacePage() {
  const { twinId, dataId } = route.useParams();
  const { tiles } = route.useSearch();
  const space = useQuery(photoSpaceQuery(dataId, tiles, twinId));
  return <Loaded query={space}>{(one) => <Bench key={`${dataId} ${tiles}`} space={one} />}</Loaded>;
}

function Bench({ space }: { readonly space: PhotoSpace }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { photos, displayName } = space.scene;
  const at = photos.findIndex(({ name }) => name === search.photo);
  const chosen = at < 0 ? undefined : at;
  const stage = usePhotoStage(canvas, space, chosen);
  useTitle(displayName);
  const choose = (index: number | undefined) =>
    void navigate({
      search: (before) => ({ ...before, photo: index === undefined ? undefined : photos[index]?.name }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={viewer.bench}>
      <Picture
        canvas={canvas}
        scene={stage}
        name={displayName}
        settled={stage.settled}
        chosen={chosen === undefined ? undefined : 'photo'}
        choose={(picked) => choose(stage.photoAt(picked))}
        linkSays="The link is copied. It holds the photo that is chosen."
      >
        {stage.shown.error ? (
          <Note>
            <ProblemNote error={stage.shown.error} />
          </Note>
        ) : (
          !stage.settled && (
            <Progress className={viewer.loading} value={100} size={3} animated radius={0} aria-label="Loading" />
          )
        )}
      </Picture>
      <aside className={viewer.side} aria-label="Photos">
        <Head space={space} stage={stage} />
        <div className={viewer.scroll}>
          {chosen !== undefined && <Chosen photo={photos[chosen]} onLook={stage.goToPhoto} />}
          <List photos={photos} chosen={chosen} onChoose={choose} />
        </div>
      </aside>
    </div>
  );
}

function Head({ space, stage }: { readonly space: PhotoSpace; readonly stage: PhotoStage }) {
  const { twinId, dataId } = route.useParams();
  const { scene, tiles, isApart } = space;
  return (
    <div className={viewer.sideHead}>
      <TextLink to="/twins/$twinId/capture/photos/$dataId" params={{ twinId, dataId }} size="xs">
        <IconArrowLeft size={12} /> About these photos
      </TextLink>
      <Title order={1} size="0.95rem" lineClamp={2}>
        {scene.displayName}
      </Title>
      <Text size="xs" c="dimmed">
        {plural(scene.photos.length, 'oriented photo')} · {scene.srs ?? 'local coordinates'}
      </Text>
      <Group gap="md" mt={6}>
        <Checkbox
          size="xs"
          label="Photos"
          checked={stage.showsCones}
          onChange={(event) => stage.setShowsCones(event.currentTarget.checked)}
        />
        {tiles && (
          <Checkbox
            size="xs"
            label="Model"
            checked={stage.showsModel}
            onChange={(event) => stage.setShowsModel(event.currentTarget.checked)}
          />
        )}
      </Group>
      {isApart && (
        <Alert color="orange" variant="light" mt="xs" p="xs">
          The model does not say in which coordinates its photos are, so it is not shown with them.
        </Alert>
      )}
    </div>
  );
}

function Chosen({ photo, onLook }: { readonly photo: OrientedPhoto | undefined; readonly onLook: () => void }) {
  const { twinId } = route.useParams();
  const set = useQuery({ ...photoSetQuery(photo?.data ?? '', twinId), enabled: photo !== undefined, retry: false });
  if (!photo) return null;
  return (
    <section className={`${classes.card} ${classes.shown}`} aria-label="Chosen photo">
      {set.data && <PhotoImage set={set.data} photo={photo} />}
      {set.isError && (
        <Text size="sm" c="dimmed">
          Its photos are gone, or you may not see them.
        </Text>
      )}
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {shortName(photo.name)}
      </Text>
      <Group gap="sm">
        <Button size="compact-sm" variant="default" leftSection={<IconEye size={14} />} onClick={onLook}>
          Look from there (G)
        </Button>
        <TextLink
          size="sm"
          to="/twins/$twinId/capture/photos/$dataId/points"
          params={{ twinId, dataId: photo.data }}
          search={{ photo: photo.name }}
        >
          Open it large
        </TextLink>
      </Group>
    </section>
  );
}

const listedAtOnce = 100;

function List(props: {
  readonly photos: readonly OrientedPhoto[];
  readonly chosen: number | undefined;
  readonly onChoose: (index: number | undefined) => void;
}) {
  const { photos, chosen, onChoose } = props;
  const [rows, setRows] = useState(listedAtOnce);
  return (
    <>
      <ul className={classes.options} aria-label="Photos">
        {photos.slice(0, rows).map(({ data, name }, n) => (
          <li key={`${data} ${name}`}>
            <button
              type="button"
              className={classes.option}
              aria-pressed={n === chosen}
              onClick={() => onChoose(n === chosen ? undefined : n)}
            >
              <span className={classes.what} title={name}>
                {shortName(name)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {rows < photos.length && (
        <Group px="0.75rem" py="0.4rem">
          <Button size="compact-xs" variant="default" onClick={() => setRows(rows + listedAtOnce)}>
            Show more of {photos.length}
          </Button>
        </Group>
      )}
    </>
  );
}
