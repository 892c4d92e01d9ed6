import { Badge, Button, Group, Select, Text, TextInput } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { requestOf } from '../../platform/client.ts';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { showProblem } from '../../ui/change.tsx';
import { plural } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useTitle } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { saveBlob } from '../../ui/save-text.ts';
import { sheetTitle, symbolName } from '../../ui/tags.ts';
import classes from '../drawings.module.css';
import { contentPath, type OpenSheet, pictureQuery, sheetQuery } from '../queries.ts';
import { TableItems } from '../tables.tsx';
import { Corrected } from './corrected.tsx';
import { InModels } from './in-models.tsx';
import { ItemCard } from './item-card.tsx';
import { ItemList } from './item-list.tsx';
import { NewSymbolDialog } from './new-symbol-dialog.tsx';
import { type Box, isClass } from './prediction.ts';
import { SheetPicture, type Tool } from './sheet-picture.tsx';
import { TeachDialog } from './teach-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import { useBench } from './use-bench.ts';
import { type Review, useReview } from './use-review.ts';
import { type Filter, type Selection, useSelection } from './use-selection.ts';

const route = getRouteApi('/twins/$twinId/drawings/$inferenceId/$sheet');

/** One sheet: its picture, what was found on it, and its review. */
export function SheetPage() {
  const { inferenceId, sheet } = route.useParams();
  const content = useQuery(sheetQuery(inferenceId, sheet));
  const picture = useQuery(pictureQuery(inferenceId, sheet));
  useTitle(sheetTitle(sheet));
  return (
    <Loaded query={content}>
      {(open) => (
        <Loaded query={picture}>{(url) => <Opened key={`${inferenceId} ${sheet}`} url={url} {...open} />}</Loaded>
      )}
    </Loaded>
  );
}

function Opened({ url, prediction, tag }: OpenSheet & { readonly url: string }) {
  const { twinId, inferenceId, sheet } = route.useParams();
  const mayWrite = useQuery(myPermissionsQuery(twinId)).data?.has('MLRunInference') ?? false;
  const review = useReview(inferenceId, sheet, prediction, tag);
  const { item } = route.useSearch();
  const selection = useSelection(review, item);
  const bench = useBench(review, selection, mayWrite);
  const [drawn, setDrawn] = useState<Box>();
  const [teaching, setTeaching] = useState<readonly string[]>();
  const { selected, chosen, picture, choose } = selection;
  const learnable = selected.filter(
    ({ kind, status, modelClass }) => kind === 'symbol' && status === 'approved' && isClass(modelClass),
  );
  const vectors = prediction.asset.source !== 'raster';
  const download = (ending: 'json' | 'png' | 'xml') =>
    review
      .save()
      .then(() => requestOf(contentPath(inferenceId, `${sheet}.${ending}`)))
      .then(async (response) => saveBlob(`${sheet}.${ending}`, await response.blob()))
      .catch(showProblem);
  return (
    <div className={classes.bench}>
      <div className={classes.stage}>
        <SheetPicture
          {...{ url, chosen, picture, tool: bench.tool, items: selection.listed, size: prediction.asset.size }}
          onChoose={bench.click}
          onBox={setDrawn}
        />
        <Toolbar
          {...{ mayWrite, review, picture }}
          tool={bench.tool}
          onTool={bench.take}
          onDownload={download}
          tables={<TableItems {...{ inferenceId, sheet }} before={review.save} />}
        />
        <Hint tool={bench.tool} begun={bench.from !== undefined} />
      </div>
      <aside className={classes.side} aria-label="Found on this sheet">
        <Head review={review} title={sheetTitle(sheet)} twinId={twinId} inferenceId={inferenceId} />
        <Filters selection={selection} />
        <ItemList
          items={selection.listed}
          chosen={chosen}
          onChoose={(item, more) => (more ? choose(item, true) : selection.open(item))}
        />
        <ItemCard
          items={selected}
          mayWrite={mayWrite}
          onChange={bench.say}
          more={
            <>
              <Corrected {...{ inferenceId, sheet }} items={selected} />
              <InModels twinId={twinId} items={selected} />
            </>
          }
          onJoin={bench.join}
          onTeach={
            vectors && learnable.length > 0 && learnable.length === selected.length
              ? () => setTeaching(learnable.map(({ id }) => id))
              : undefined
          }
        />
      </aside>
      {drawn && <NewSymbolDialog onClose={() => setDrawn(undefined)} onAdd={(facts) => bench.add(drawn, facts)} />}
      {teaching && (
        <TeachDialog
          {...{ twinId, inferenceId, sheet }}
          regionIds={teaching}
          save={review.save}
          onClose={() => setTeaching(undefined)}
        />
      )}
    </div>
  );
}

const hints: Readonly<Record<Exclude<Tool, 'look'>, string>> = {
  symbol: 'Drag a box around the symbol.',
  line: 'Click the symbol where the line begins.',
  cut: 'Click the line where it is to be cut.',
};

function Hint({ tool, begun }: { readonly tool: Tool; readonly begun: boolean }) {
  if (tool === 'look') return null;
  return (
    <div className={`${classes.hint} surface`} role="status">
      {begun ? 'Click the symbol where it ends.' : hints[tool]}
    </div>
  );
}

function Head(props: {
  readonly review: Review;
  readonly title: string;
  readonly twinId: string;
  readonly inferenceId: string;
}) {
  const { review, title, twinId, inferenceId } = props;
  const words = { saved: 'Saved', waits: 'Saving', failed: 'Not saved' } as const;
  return (
    <div className={classes.head}>
      <TextLink to="/twins/$twinId/drawings/$inferenceId" params={{ twinId, inferenceId }} size="xs">
        <IconArrowLeft size={12} /> All sheets
      </TextLink>
      <Group justify="space-between" wrap="nowrap">
        <Text component="h1" fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Badge size="sm" variant="light" tt="none" color={review.saving === 'failed' ? 'red' : 'gray'} role="status">
          {words[review.saving]}
        </Badge>
      </Group>
      {review.saving === 'failed' && <ProblemNote error={review.error} onRetry={() => void review.save()} />}
    </div>
  );
}

const kinds = [
  { value: 'symbol', label: 'Symbols' },
  { value: 'line', label: 'Lines' },
  { value: 'text', label: 'Texts' },
  { value: 'all', label: 'Everything' },
] as const;
const states = [
  { value: 'all', label: 'In every state' },
  { value: 'doubts', label: 'Doubts' },
  { value: 'pending', label: 'Not looked at' },
  { value: 'approved', label: 'Approved' },
  { value: 'deleted', label: 'Deleted' },
] as const;

function Filters({ selection: { filter, setFilter, items, listed } }: { readonly selection: Selection }) {
  const set = (change: Partial<Filter>) => setFilter({ ...filter, ...change });
  const inClasses = [...new Set(items.map(({ modelClass }) => modelClass))].filter(Boolean).sort();
  const value = <V extends string>(all: readonly { readonly value: V }[], text: string | null, usual: V): V =>
    all.find((one) => one.value === text)?.value ?? usual;
  return (
    <div className={classes.head}>
      <div className={classes.filters}>
        <Select
          size="xs"
          aria-label="What"
          allowDeselect={false}
          data={[...kinds]}
          value={filter.kind}
          onChange={(kind) => set({ kind: value(kinds, kind, 'all') })}
        />
        <Select
          size="xs"
          aria-label="State"
          allowDeselect={false}
          data={[...states]}
          value={filter.only}
          onChange={(only) => set({ only: value(states, only, 'all') })}
        />
        <Select
          size="xs"
          aria-label="Class"
          placeholder="Every class"
          clearable
          data={inClasses.map((one) => ({ value: one, label: symbolName(one) }))}
          value={filter.modelClass}
          onChange={(modelClass) => set({ modelClass })}
        />
        <TextInput
          size="xs"
          type="search"
          aria-label="Search tags and texts"
          placeholder="Search"
          leftSection={<IconSearch size={14} />}
          value={filter.find}
          onChange={(event) => set({ find: event.currentTarget.value })}
        />
      </div>
      <Group justify="space-between" mt={6}>
        <Text size="xs" c="dimmed" role="status">
          {plural(listed.length, 'thing')}, the least sure first
        </Text>
        {(filter.kind !== 'symbol' || filter.only !== 'all' || filter.modelClass || filter.find) && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => setFilter({ kind: 'symbol', modelClass: null, only: 'all', find: '' })}
          >
            Clear the filters
          </Button>
        )}
      </Group>
    </div>
  );
}
