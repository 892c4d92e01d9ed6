import { Alert, Badge, Button, Card, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalculator, IconLeaf, IconRepeat, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { changesetsQuery, modelsQuery } from '../../models/queries.ts';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import classes from '../../ui/card-list.module.css';
import { useChange } from '../../ui/change.tsx';
import { Empty } from '../../ui/empty.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { More } from '../../ui/more.tsx';
import { Time } from '../../ui/time.tsx';
import { beginCalculation, removeCalculation } from '../actions.ts';
import { carbonOf, configurationsQuery, isOpen, resultsQuery } from '../queries.ts';
import type { ResultSummary } from '../shapes.ts';
import { kg } from '../text.ts';
import { CalculationDialog } from './calculation-dialog.tsx';
import { JobProgress } from './job-progress.tsx';

/** What was calculated, and what can be calculated again. */
export function ResultsTab({ twinId }: { readonly twinId: string }) {
  const query = useInfiniteQuery(resultsQuery(twinId));
  const models = useQuery(modelsQuery(twinId)).data;
  const [creating, { open, close }] = useDisclosure(false);
  const button = (
    <Button leftSection={<IconCalculator size={16} />} onClick={open}>
      Calculate
    </Button>
  );
  const nameOf = ({ modelId }: ResultSummary) => models?.find(({ id }) => id === modelId)?.displayName;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed" maw={620}>
          Results are kept for 90 days. Two of them can be compared, such as those of two versions of a model.
        </Text>
        {button}
      </Group>
      <Loaded query={query}>
        {(results) =>
          results.length === 0 ? (
            <div className="surface">
              <Empty
                icon={IconLeaf}
                title="Nothing was calculated yet"
                text="Import declarations, map the materials of a model to them, review the mapping, and calculate."
              >
                {button}
              </Empty>
            </div>
          ) : (
            <>
              <ul className={classes.list}>
                {results.map((result) => (
                  <ResultCard key={result.id} twinId={twinId} result={result} model={nameOf(result)} />
                ))}
              </ul>
              <More query={query} shown={results.length} of="calculation" many="calculations" />
            </>
          )
        }
      </Loaded>
      <Saved twinId={twinId} />
      {creating && <CalculationDialog twinId={twinId} onClose={close} />}
    </>
  );
}

const colors = { Queued: 'gray', Running: 'blue', Succeeded: 'teal', Failed: 'red' } as const;

function ResultCard(props: {
  readonly twinId: string;
  readonly result: ResultSummary;
  readonly model: string | undefined;
}) {
  const { twinId, result, model } = props;
  const versions = useQuery({ ...changesetsQuery(result.modelId ?? ''), enabled: model !== undefined }).data;
  const version = versions?.find(({ id }) => id === result.changesetId)?.index;
  return (
    <Card component="li" withBorder padding="sm">
      <div className={classes.head}>
        <div className={classes.name}>
          <Group gap="xs">
            <TextLink
              to="/twins/$twinId/carbon/results/$resultId"
              params={{ twinId, resultId: result.id }}
              fw={600}
              fz="sm"
            >
              {result.projectName ?? model ?? 'A table'}
            </TextLink>
            <Badge size="sm" variant="light" tt="none" color={colors[result.status]}>
              {result.status}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {model && `${model}${version ? `, version ${version}` : ''} · `}
            <Time iso={result.createdOn} />
          </Text>
        </div>
        {result.status === 'Succeeded' && <Text fw={600}>{kg(result.embodied)}</Text>}
      </div>
      {isOpen(result) && <JobProgress jobId={result.jobId} />}
      {result.message && (
        <Alert
          color={result.status === 'Failed' ? 'red' : 'orange'}
          variant="light"
          mt="xs"
          p="xs"
          title={result.message}
        />
      )}
    </Card>
  );
}

/** What was calculated once is there to be calculated again, with the newest version. */
function Saved({ twinId }: { readonly twinId: string }) {
  const { data = [] } = useQuery(configurationsQuery(twinId));
  if (data.length === 0) return null;
  return (
    <section aria-label="Saved calculations">
      <Text component="h2" fw={600} size="sm" mt="lg" mb="xs">
        Calculate again
      </Text>
      <ul className={classes.list}>
        {data.slice(0, 50).map(({ id, displayName }) => (
          <SavedCard key={id} twinId={twinId} id={id} displayName={displayName} />
        ))}
      </ul>
    </section>
  );
}

function SavedCard({
  twinId,
  id,
  displayName,
}: {
  readonly twinId: string;
  readonly id: string;
  readonly displayName: string;
}) {
  const again = useChange({
    run: () => beginCalculation(id, displayName, ''),
    stale: [carbonOf(twinId)],
    says: () => `${displayName} is being calculated.`,
  });
  const removal = useChange({
    run: () => removeCalculation(id),
    stale: [carbonOf(twinId)],
    says: () => `${displayName} is removed; its results stay.`,
  });
  return (
    <Card component="li" withBorder padding="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {displayName}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconRepeat size={13} />}
            loading={again.isPending}
            aria-label={`Calculate ${displayName} with the newest version`}
            onClick={() => again.mutate()}
          >
            Newest version
          </Button>
          <ActionsMenu of={displayName} small>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => removal.mutate()}>
              Remove
            </Menu.Item>
          </ActionsMenu>
        </Group>
      </Group>
    </Card>
  );
}
