import { PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { changesetsQuery, modelsQuery } from '../../models/queries.ts';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { dateTime } from '../../ui/format.ts';
import { beginCalculation, createCalculation } from '../actions.ts';
import { carbonOf, mappingsQuery } from '../queries.ts';
import { CountedLines, firstLine, type Line } from './counted-lines.tsx';

/** Asks what is to be calculated, keeps it, and begins. */
export function CalculationDialog({ twinId, onClose }: { readonly twinId: string; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const models = (useQuery(modelsQuery(twinId)).data ?? []).filter((one) => one.latestChangesetId !== null);
  const mappings = (useInfiniteQuery(mappingsQuery(twinId)).data ?? []).filter(({ state }) => state === 'Reviewed');
  const [modelId, setModel] = useState<string | null>(null);
  const [version, setVersion] = useState<string | null>(null);
  const [mappingId, setMapping] = useState<string | null>(null);
  const [name, setName] = useState<string>();
  const [lines, setLines] = useState<readonly Line[]>(() => [firstLine()]);
  const [token, setToken] = useState('');
  const model = models.find(({ id }) => id === modelId) ?? models[0];
  const mapping = mappings.find(({ id }) => id === mappingId) ?? mappings[0];
  const displayName = (name ?? model?.displayName ?? '').trim();
  const change = useChange({
    async run() {
      if (!model || !mapping) throw new Error('There is nothing to calculate.');
      const counted = lines.map(({ key, ...line }) => line);
      const of = { displayName, modelId: model.id, mappingId: mapping.id, counted };
      return beginCalculation(await createCalculation(twinId, of), displayName, token, version ?? undefined);
    },
    stale: [carbonOf(twinId)],
    done: (resultId) => void navigate({ to: '/twins/$twinId/carbon/results/$resultId', params: { twinId, resultId } }),
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog onClose={onClose} size="lg" title="Calculate">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Select
            label="Model"
            data-autofocus
            allowDeselect={false}
            placeholder={models.length === 0 ? 'There is no model yet' : ''}
            data={models.map(({ id, displayName: label }) => ({ value: id, label }))}
            value={model?.id ?? null}
            onChange={(id) => {
              setModel(id);
              setVersion(null); // that of another model
            }}
          />
          <VersionSelect modelId={model?.id} version={version} setVersion={setVersion} />
          <Select
            label="Mapping"
            description="Those that a person has reviewed."
            allowDeselect={false}
            placeholder={mappings.length === 0 ? 'There is no reviewed mapping yet' : ''}
            data={mappings.map(({ id, displayName: label, version }) => ({
              value: id,
              label: `${label}, version ${version}`,
            }))}
            value={mapping?.id ?? null}
            onChange={(id) => {
              setMapping(id);
              setLines([firstLine()]); // its groups are others
            }}
          />
          <TextInput
            label="Name"
            required
            maxLength={255}
            value={name ?? model?.displayName ?? ''}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <CountedLines twinId={twinId} mappingId={mapping?.id} lines={lines} setLines={setLines} />
          <ExternalToken token={token} setToken={setToken} />
          <FormFoot
            change={change}
            verb="Calculate"
            disabled={!model || !mapping || displayName === ''}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Of a model that has several; without a choice it is the newest, also one that is still being imported. */
function VersionSelect(props: {
  readonly modelId: string | undefined;
  readonly version: string | null;
  readonly setVersion: (version: string | null) => void;
}) {
  const { modelId = '' } = props;
  const versions = useQuery({ ...changesetsQuery(modelId), enabled: modelId !== '' }).data ?? [];
  const ready = versions.filter(({ state }) => state === 'Ready');
  if (ready.length < 2) return null;
  return (
    <Select
      label="Version"
      placeholder="The newest"
      clearable
      data={ready.map(({ id, index, pushDateTime }) => ({
        value: id,
        label: `Version ${index}, ${dateTime(pushDateTime)}`,
      }))}
      value={props.version}
      onChange={props.setVersion}
    />
  );
}

const ExternalToken = (props: { readonly token: string; readonly setToken: (token: string) => void }) => (
  <details>
    <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
      An external tool
    </Text>
    <PasswordInput
      mt="xs"
      label="Token"
      description="Only where your administrator has connected another tool."
      maxLength={8192}
      autoComplete="off"
      value={props.token}
      onChange={(event) => props.setToken(event.currentTarget.value)}
    />
  </details>
);
