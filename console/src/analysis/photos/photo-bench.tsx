import { Badge, Group, Loader, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { plural } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { useTitle } from '../../ui/page.tsx';
import { MarkList } from '../../ui/picture/mark-list.tsx';
import { markAt, paintMarks } from '../../ui/picture/marks.ts';
import { toWindow } from '../../ui/picture/view.ts';
import { ZoomPicture } from '../../ui/picture/zoom-picture.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { Analysis } from '../analysis.ts';
import type { OpenScene } from '../contents.ts';
import { FilterFields } from './filter-fields.tsx';
import { listed } from './items.ts';
import { KeepResult } from './keep-result.tsx';
import { PhotoChoice } from './photo-choice.tsx';
import classes from './photos.module.css';
import { countsOf } from './review-file.ts';
import type { KeptReview } from './store.ts';
import { PhotoTools, VerdictButtons } from './tools.tsx';
import { type Bench, useBench } from './use-bench.ts';
import { type ReviewControl, useReview } from './use-review.ts';

interface Props {
  readonly analysis: Analysis;
  readonly twinId: string;
  readonly open: OpenScene;
  readonly kept: KeptReview;
  readonly mayWrite: boolean;
}

/** A photo with what was found on it, the list of that, and what people say of it. */
export function PhotoBench({ analysis, twinId, open, kept, mayWrite }: Props) {
  const { scene, dataId, link } = open;
  const control = useReview({ dataId, twinId, link }, kept);
  const bench = useBench(open, twinId, control, mayWrite);
  const { filter, setFilter, shown, chosen } = bench;
  return (
    <div className={classes.bench}>
      <div className={classes.stage}>
        <Photo bench={bench} />
        <PhotoTools picture={bench.picture} undo={mayWrite ? control.undo : undefined} />
      </div>
      <aside className={classes.side} aria-label="What was found">
        <Head {...{ analysis, twinId, control, mayWrite }} />
        <PhotoChoice
          photos={bench.marked}
          photoId={bench.photoId}
          at={bench.at}
          onTurn={bench.turn}
          onShow={bench.show}
        />
        <FilterFields {...{ scene, filter }} isSure={scene.objects2D !== undefined} onChange={setFilter} />
        <MarkList
          label="Found on this photo"
          items={shown.map(listed)}
          chosen={new Set(chosen && [chosen])}
          onChoose={bench.goTo}
        />
        {mayWrite && <VerdictButtons item={bench.item} onSay={bench.judge} />}
        {mayWrite && scene.objects2D && <KeepResult {...{ analysis, twinId, open, control }} />}
      </aside>
    </div>
  );
}

function Photo({ bench }: { readonly bench: Bench }) {
  const { photo, size, picture, marks, areas, chosen, choose } = bench;
  if (!photo.picture) {
    return (
      <div className={classes.waiting}>
        {photo.error ? <ProblemNote error={photo.error} onRetry={photo.retry} /> : <Loader aria-label="Loading" />}
      </div>
    );
  }
  return (
    <ZoomPicture
      key={photo.picture.url}
      {...{ url: photo.picture.url, size, picture }}
      label="The photo with what was found on it. The list beside it says the same."
      onClick={(place) => {
        const view = picture.current?.view.current;
        if (view) choose(markAt(marks, view, place)?.id);
      }}
      paint={() => (context, view, room) => {
        context.clearRect(0, 0, room.width, room.height);
        const [x, y] = toWindow(view, [0, 0]);
        if (areas) context.drawImage(areas, x, y, size.width * view.scale, size.height * view.scale);
        paintMarks(context, view, room, marks, chosen);
      }}
    />
  );
}

interface HeadProps {
  readonly analysis: Analysis;
  readonly twinId: string;
  readonly control: ReviewControl;
  readonly mayWrite: boolean;
}

const words = { saved: 'Saved', waits: 'Saving', failed: 'Not saved' } as const;

function Head({ analysis, twinId, control, mayWrite }: HeadProps) {
  const title = analysis.name ?? 'On the photos';
  useTitle(title);
  const { accepted, rejected } = countsOf(control.review);
  return (
    <div className={classes.head}>
      <TextLink to="/twins/$twinId/analysis/$jobId" params={{ twinId, jobId: analysis.id }} size="xs">
        <IconArrowLeft size={12} /> The analysis
      </TextLink>
      <Group justify="space-between" wrap="nowrap">
        <Text component="h1" fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        {mayWrite && (
          <Badge size="sm" variant="light" tt="none" color={control.saving === 'failed' ? 'red' : 'gray'} role="status">
            {words[control.saving]}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {plural(accepted, 'thing')} accepted, {rejected} rejected
      </Text>
      {control.error ? <ProblemNote error={control.error} onRetry={() => void control.save()} /> : null}
    </div>
  );
}
