import { Button, Select, SimpleGrid } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft, IconChecks, IconCube, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { changesetsQuery, type Model, modelsQuery } from '../../models/queries.ts';
import { Empty } from '../../ui/empty.tsx';
import { dateTime } from '../../ui/format.ts';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { type MaterialColumn, mappingQuery, materialColumns, materialsQuery, type TaggedMapping } from '../queries.ts';
import type { MappingSearch } from '../search.ts';
import { MappingState } from './mappings-tab.tsx';
import { MaterialTable } from './material-table.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

const route = getRouteApi('/twins/$twinId/carbon/mappings/$mappingId');

/** A mapping, looked at with a model: what it says of each of its materials. */
export function MappingPage() {
  const { twinId, mappingId } = route.useParams();
  const mapping = useQuery(mappingQuery(twinId, mappingId));
  const models = useQuery(modelsQuery(twinId));
  return (
    <Loaded query={mapping}>
      {(one) => <Loaded query={models}>{(all) => <Opened twinId={twinId} mapping={one} models={all} />}</Loaded>}
    </Loaded>
  );
}

interface OpenedProps {
  readonly twinId: string;
  readonly mapping: TaggedMapping;
  readonly models: readonly Model[];
}

function Opened({ twinId, mapping, models }: OpenedProps) {
  const { model: chosen } = route.useSearch();
  const [reviewing, review] = useDisclosure(false);
  const [setting, set] = useDisclosure(false);
  const ready = models.filter(({ latestChangesetId }) => latestChangesetId !== null);
  const model = ready.find(({ id }) => id === chosen) ?? ready[0];
  const isOwn = mapping.twinId === twinId;
  return (
    <Page
      title={mapping.displayName}
      about={<About mapping={mapping} twinId={twinId} />}
      actions={
        isOwn && (
          <>
            <Button variant="default" leftSection={<IconSettings size={16} />} onClick={set.open}>
              Groups and settings
            </Button>
            <Button
              leftSection={<IconChecks size={16} />}
              disabled={mapping.state === 'Reviewed' || mapping.materials.length === 0}
              onClick={review.open}
            >
              Review
            </Button>
          </>
        )
      }
    >
      {model ? (
        <WithModel key={model.id} twinId={twinId} mapping={mapping} model={model} models={ready} />
      ) : (
        <div className="surface">
          <Empty
            icon={IconCube}
            title="There is no model to map"
            text="Upload an IFC file. Its materials are listed here once it has been read."
          >
            <LinkButton to="/twins/$twinId/models" params={{ twinId }}>
              Models
            </LinkButton>
          </Empty>
        </div>
      )}
      {reviewing && <ReviewDialog twinId={twinId} mapping={mapping} onClose={review.close} />}
      {setting && <SettingsDialog twinId={twinId} mapping={mapping} onClose={set.close} />}
    </Page>
  );
}

const About = ({ mapping, twinId }: { readonly mapping: TaggedMapping; readonly twinId: string }) => (
  <>
    <TextLink to="/twins/$twinId/carbon" params={{ twinId }} search={{ tab: 'mappings' }} inherit>
      <IconArrowLeft size={13} aria-hidden style={{ verticalAlign: -2 }} /> Mappings
    </TextLink>
    {' · '}
    <MappingState mapping={mapping} /> version {mapping.version}
    {mapping.reviewedBy && mapping.reviewedOn && `, by ${mapping.reviewedBy}, ${dateTime(mapping.reviewedOn)}`}
    {mapping.state === 'Draft' && '. What is proposed counts once it is accepted, the mapping once it is reviewed.'}
  </>
);

const columnNames: Readonly<Record<MaterialColumn, string>> = {
  Material: 'Materials',
  TypeName: 'Types',
  Class: 'Classes',
  Classification: 'Classifications',
};

interface WithModelProps extends OpenedProps {
  readonly model: Model;
}

function WithModel({ twinId, mapping, model, models }: WithModelProps) {
  const search = route.useSearch();
  const column = materialColumns.find((one) => one === search.of) ?? 'Material';
  const of = { modelId: model.id, changesetId: search.version, mappingId: mapping.id, since: search.since, column };
  const materials = useQuery(materialsQuery(twinId, of));
  return (
    <>
      <Choices model={model} models={models} column={column} />
      <Loaded query={materials}>
        {({ materials: all, gone = [] }) => (
          <MaterialTable
            key={JSON.stringify(of)}
            twinId={twinId}
            mapping={mapping}
            materials={all}
            gone={gone}
            compared={search.since !== undefined}
          />
        )}
      </Loaded>
    </>
  );
}

function Choices({
  model,
  models,
  column,
}: Pick<WithModelProps, 'model' | 'models'> & { readonly column: MaterialColumn }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/twins/$twinId/carbon/mappings/$mappingId' });
  const changesets = useQuery(changesetsQuery(model.id)).data ?? [];
  const ready = changesets.filter(({ state }) => state === 'Ready');
  const shown = ready.find(({ id }) => id === search.version) ?? ready[0];
  const earlier = ready.filter(({ index }) => index < (shown?.index ?? 0));
  const change = (next: { readonly [Name in keyof MappingSearch]?: string | undefined }) =>
    void navigate({
      search: (before: MappingSearch) =>
        Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, value]) => value)),
      replace: true,
    });
  const version = ({ id, index, pushDateTime }: (typeof ready)[number]) => ({
    value: id,
    label: `Version ${index}, ${dateTime(pushDateTime)}`,
  });
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" mb="sm" maw={860}>
      <Select
        size="xs"
        label="Model"
        allowDeselect={false}
        data={models.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        value={model.id}
        onChange={(id) => change({ model: id ?? undefined, version: undefined, since: undefined })}
      />
      <Select
        size="xs"
        label="Version"
        allowDeselect={false}
        data={ready.map(version)}
        value={shown?.id ?? null}
        onChange={(id) => change({ version: id ?? undefined, since: undefined })}
      />
      {earlier.length > 0 && (
        <Select
          size="xs"
          label="What has changed since"
          placeholder="Not compared"
          clearable
          data={earlier.map(version)}
          value={search.since ?? null}
          onChange={(id) => change({ since: id ?? undefined })}
        />
      )}
      <Select
        size="xs"
        label="Names of"
        allowDeselect={false}
        data={materialColumns.map((value) => ({ value, label: columnNames[value] }))}
        value={column}
        onChange={(value) => change({ of: value === 'Material' ? undefined : (value ?? undefined) })}
      />
    </SimpleGrid>
  );
}
