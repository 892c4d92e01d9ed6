import { Alert, Progress, Select, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { count, plural } from '../../ui/format.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { sheetTitle } from '../../ui/tags.ts';
import { type Inference, inferencesQuery, inputsQuery, metadataQuery, runQuery } from '../queries.ts';
import { titleOf } from '../run-state.tsx';
import { type Content, type Trial, tryOutDraft } from './queries.ts';

interface Props {
  readonly twinId: string;
  readonly setId: string;
  readonly draft: Content;
  readonly onClose: () => void;
}

interface Tried {
  readonly sheet: string;
  readonly trial: Trial;
}

/** Reads the reviewed sheets of a run with a draft, one after another, and says what becomes better and worse. */
export function TryOutDialog({ twinId, setId, draft, onClose }: Props) {
  const inferences = useInfiniteQuery(inferencesQuery(twinId)).data ?? [];
  const [chosen, choose] = useState<string | null>(null);
  const [done, setDone] = useState<readonly Tried[]>([]);
  const client = useQueryClient();
  const closed = useRef(false);
  const [total, setTotal] = useState(0);
  const change = useChange({
    async run(inferenceId: string) {
      setDone([]);
      const { results_summary } = await client.fetchQuery(metadataQuery(inferenceId));
      const sheets = Object.keys(results_summary);
      setTotal(sheets.length);
      for (const sheet of sheets) {
        if (closed.current) return;
        const trial = await tryOutDraft(setId, { inferenceId, sheet }, draft);
        setDone((before) => [...before, { sheet, trial }]);
      }
    },
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) change.mutate(chosen);
  };
  const close = () => {
    closed.current = true;
    onClose();
  };
  return (
    <Dialog onClose={close} title="Try out" size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">
            Reads the sheets of a run as the set is now, beside the set that they were read with, and compares both with
            what was reviewed. Nothing is changed by it.
          </Text>
          <RunSelect inferences={inferences} value={chosen} onChange={choose} />
          {change.isPending && (
            <>
              <Progress value={total === 0 ? 0 : (done.length / total) * 100} aria-label="Trying out" />
              <Text size="xs" c="dimmed" role="status">
                {done.length} of {plural(total, 'sheet')}
              </Text>
            </>
          )}
          {done.length > 0 && <Outcome done={done} isWhole={!change.isPending} />}
          <FormFoot change={change} verb="Try out" disabled={!chosen} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Runs that are completed, by their files. */
function RunSelect(props: {
  readonly inferences: readonly Inference[];
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}) {
  const client = useQueryClient();
  const named = useQuery({
    queryKey: ['drawings', 'completed', ...props.inferences.map(({ id }) => id)],
    enabled: props.inferences.length > 0,
    queryFn: () =>
      Promise.all(
        props.inferences.map(async ({ id }) => {
          const [run, inputs] = await Promise.all([
            client.fetchQuery(runQuery(id)),
            client.fetchQuery(inputsQuery(id)),
          ]);
          return run?.status === 'completed' ? [{ value: id, label: titleOf(inputs) }] : [];
        }),
      ),
  });
  const data = named.data?.flat() ?? [];
  return (
    <Select
      label="Drawings"
      placeholder={named.isSuccess && data.length === 0 ? 'None has been read yet' : 'Choose'}
      data={data}
      value={props.value}
      onChange={props.onChange}
    />
  );
}

function Outcome({ done, isWhole }: { readonly done: readonly Tried[]; readonly isWhole: boolean }) {
  const sum = (of: (trial: Trial) => number) => done.reduce((all, { trial }) => all + of(trial), 0);
  const [better, worse] = [sum((trial) => trial.better.length), sum((trial) => trial.worse.length)];
  const reviewed = sum(({ after }) => after.right + after.missed);
  return (
    <>
      {isWhole && (
        <Alert
          color={worse > 0 ? 'orange' : 'teal'}
          variant="light"
          title={better + worse === 0 ? 'Nothing becomes better or worse' : `${better} better, ${worse} worse`}
        >
          {reviewed === 0
            ? 'Nothing has been approved on these sheets, so there is nothing to compare with.'
            : `Of ${count(reviewed)} approved symbols it finds ${count(sum(({ after }) => after.right))} instead of ${count(sum(({ before }) => before.right))}.`}
        </Alert>
      )}
      <Sheet label="What becomes of the sheets">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Sheet</Table.Th>
            <Table.Th ta="right">Better</Table.Th>
            <Table.Th ta="right">Worse</Table.Th>
            <Table.Th ta="right">Right</Table.Th>
            <Table.Th ta="right">Missed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {done.map(({ sheet, trial: { better: more, worse: less, after } }) => (
            <Table.Tr key={sheet}>
              <Table.Td className="long">{sheetTitle(sheet)}</Table.Td>
              <Table.Td ta="right">{count(more.length)}</Table.Td>
              <Table.Td ta="right">{count(less.length)}</Table.Td>
              <Table.Td ta="right">{count(after.right)}</Table.Td>
              <Table.Td ta="right">{count(after.missed)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Sheet>
    </>
  );
}
