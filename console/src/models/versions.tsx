import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowsDiff, IconCube, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import cards from '../ui/card-list.module.css';
import { Side } from '../ui/dialog.tsx';
import { bytes, count, plural } from '../ui/format.ts';
import { LinkButton } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Time } from '../ui/time.tsx';
import { ImportActions, ImportFault, ImportProgress, StateBadge } from './import-state.tsx';
import classes from './models.module.css';
import { type Changeset, changesetQuery, changesetsQuery, type Model } from './queries.ts';

/** The versions of a model, newest first, each with what its import said. */
export function Versions(props: { readonly model: Model; readonly mayChange: boolean; readonly onClose: () => void }) {
  const { model } = props;
  const query = useQuery(changesetsQuery(model.id));
  return (
    <Side onClose={props.onClose} title={`Versions of ${model.displayName}`}>
      <Loaded query={query}>
        {(changesets) => (
          <ul className={classes.versions}>
            {changesets.map((one) => (
              <Version key={one.id} model={model} changeset={one} all={changesets} mayChange={props.mayChange} />
            ))}
          </ul>
        )}
      </Loaded>
    </Side>
  );
}

interface VersionProps {
  readonly model: Model;
  readonly changeset: Changeset;
  readonly all: readonly Changeset[];
  readonly mayChange: boolean;
}

function Version({ model, changeset, all, mayChange }: VersionProps) {
  const { id, index, state, size, elementCount, pushDateTime, error } = changeset;
  const [open, { toggle }] = useDisclosure(false);
  return (
    <li>
      <div className={cards.head}>
        <div className={cards.name}>
          <Group gap="xs">
            <Text fw={600} size="sm" component="h3">
              Version {index}
            </Text>
            <StateBadge state={state} />
          </Group>
          <Text size="xs" c="dimmed">
            <Time iso={pushDateTime} /> · {bytes(size)}
            {elementCount !== null && ` · ${plural(elementCount, 'element')}`}
          </Text>
        </div>
        {mayChange && <ImportActions modelId={model.id} twinId={model.twinId} changesetId={id} state={state} />}
      </div>
      {changeset.description && <Text size="sm">{changeset.description}</Text>}
      {state === 'Importing' && <ImportProgress twinId={model.twinId} changesetId={id} />}
      {error && <ImportFault error={error} />}
      <Group gap="xs" mt="xs">
        {state === 'Ready' && <Look model={model} changeset={changeset} all={all} />}
        <Button size="compact-xs" variant="subtle" aria-expanded={open} onClick={toggle}>
          {open ? 'Hide the report' : 'Report'}
        </Button>
      </Group>
      {open && <Report model={model} changeset={changeset} />}
    </li>
  );
}

function Look({ model, changeset, all }: Pick<VersionProps, 'model' | 'changeset' | 'all'>) {
  const to = '/twins/$twinId/models/$modelId' as const;
  const params = { twinId: model.twinId, modelId: model.id };
  const before = all.find(({ index, state }) => index < changeset.index && state === 'Ready');
  const version = changeset.id;
  const look = { size: 'compact-xs', variant: 'light' } as const;
  return (
    <>
      <LinkButton {...look} to={to} params={params} search={{ version }} leftSection={<IconCube size={14} />}>
        Open
      </LinkButton>
      {before && (
        <LinkButton
          {...look}
          to={to}
          params={params}
          search={{ version, compare: before.id }}
          leftSection={<IconArrowsDiff size={14} />}
        >
          Compare with version {before.index}
        </LinkButton>
      )}
    </>
  );
}

/** What the import found, and the bytes of the version. */
function Report({ model, changeset }: Pick<VersionProps, 'model' | 'changeset'>) {
  const query = useQuery(changesetQuery(model.id, changeset.id, changeset.state));
  return (
    <Loaded query={query} lines={2}>
      {({ report, _links }) => (
        <Stack gap={4} mt="xs">
          {report === null ? (
            <Text size="xs">There is no report yet.</Text>
          ) : (
            <Text size="xs">
              {report.schema} · {plural(report.meshes, 'shape')} · {plural(report.triangles, 'triangle')} ·{' '}
              {report.issueCount === 0 ? 'nothing to remark' : plural(report.issueCount, 'remark')}
            </Text>
          )}
          {report?.geometryRefused && <Text size="xs">{report.geometryRefused}</Text>}
          {report !== null && report.issues.length > 0 && (
            <List className={classes.issues} tabIndex={0} aria-label="Remarks">
              {report.issues.map((issue) => (
                <List.Item key={`${issue.line} ${issue.globalId} ${issue.message}`}>
                  {issue.line ? `Line ${count(issue.line)}: ` : ''}
                  {issue.message}
                  {issue.globalId ? ` (${issue.globalId})` : ''}
                </List.Item>
              ))}
            </List>
          )}
          {_links.content && (
            <Group>
              <Button
                component="a"
                href={_links.content.href}
                size="compact-xs"
                variant="subtle"
                leftSection={<IconDownload size={14} />}
              >
                Download this version
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
