import { Alert, List, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { plural } from '../../ui/format.ts';
import { createSet, learnSymbols, setsQuery, tryOutSet } from '../queries.ts';

const newSet = 'new';

interface Props {
  readonly twinId: string;
  readonly inferenceId: string;
  readonly sheet: string;
  readonly regionIds: readonly string[];
  /** Keeps the review first: only what the server knows can be learnt. */
  readonly save: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** Teaches symbols to a set of the twin, then says what the set makes of this sheet now. */
export function TeachDialog({ twinId, inferenceId, sheet, regionIds, save, onClose }: Props) {
  const sets = useQuery(setsQuery(twinId)).data?.filter(({ readOnly }) => !readOnly) ?? [];
  const [chosen, choose] = useState<string>();
  const [name, setName] = useState('Own symbols');
  const setId = chosen ?? sets[0]?.id ?? newSet;
  const change = useChange({
    async run() {
      if (!(await save())) throw new Error('The review of this sheet could not be saved.');
      const id = setId === newSet ? (await createSet(twinId, name.trim())).id : setId;
      const learnt = await learnSymbols(id, { inferenceId, sheet, regionIds: [...regionIds] });
      return { learnt, trial: await tryOutSet(id, { inferenceId, sheet }) };
    },
    stale: [['symbol-sets', twinId]],
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog onClose={onClose} title="Teach this symbol">
      {change.data ? (
        <Taught {...change.data} onClose={onClose} />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Text size="sm">
              The lines inside of {regionIds.length === 1 ? 'the box' : 'the boxes'} become a symbol of a set. Drawings
              that are read with this set from now on find it, turned and in other sizes, too.
            </Text>
            <Select
              label="Symbol set"
              allowDeselect={false}
              value={setId}
              onChange={(value) => choose(value ?? newSet)}
              data={[
                ...sets.map(({ id, displayName }) => ({ value: id, label: displayName })),
                { value: newSet, label: 'A new set, with the basic symbols' },
              ]}
            />
            {setId === newSet && (
              <TextInput
                label="Name of the set"
                required
                maxLength={255}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
            <FormFoot change={change} verb="Teach" disabled={setId === newSet && !name.trim()} onCancel={onClose} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

type Learnt = Awaited<ReturnType<typeof learnSymbols>>;
type Trial = Awaited<ReturnType<typeof tryOutSet>>;

function Taught({
  learnt,
  trial,
  onClose,
}: {
  readonly learnt: Learnt;
  readonly trial: Trial;
  readonly onClose: () => void;
}) {
  const { added, refused, symbolSet } = learnt;
  return (
    <Stack gap="sm">
      {added.length > 0 && (
        <Alert
          color="teal"
          variant="light"
          title={`${symbolSet.displayName} knows ${plural(added.length, 'symbol')} more`}
        >
          {added.map(({ name }) => name).join(', ')}
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert color="orange" variant="light" title={`${plural(refused.length, 'region')} not learnt`}>
          <List size="sm">
            {refused.map(({ regionId, reason }) => (
              <List.Item key={regionId}>{reason}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Text size="sm">
        Of what was reviewed on this sheet it finds {plural(trial.after.right, 'symbol')} instead of{' '}
        {trial.before.right}; {trial.better.length} better, {trial.worse.length} worse.
      </Text>
      <FormFoot change={{ error: undefined, isPending: false }} verb="Done" onCancel={onClose} />
    </Stack>
  );
}
