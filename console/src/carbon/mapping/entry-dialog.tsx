import { ActionIcon, Button, Group, SegmentedControl, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { plural } from '../../ui/format.ts';
import { NumberField } from '../../ui/number/number-field.tsx';
import { newKey } from '../new-key.ts';
import type { TaggedMapping } from '../queries.ts';
import { draftOf, type EntryDraft, entriesOf, faultOf } from './entry-draft.ts';
import { EpdSelect } from './epd-select.tsx';
import type { NameRow } from './rows.ts';
import { useEntries } from './use-entries.ts';

/** Says of one name, or of many at once, which declaration it is, or why it is ignored. */
export function EntryDialog(props: {
  readonly twinId: string;
  readonly mapping: TaggedMapping;
  readonly rows: readonly NameRow[];
  readonly onClose: () => void;
}) {
  const { twinId, mapping, rows, onClose } = props;
  const [draft, setDraft] = useState<EntryDraft>(() => draftOf(rows));
  const [tried, setTried] = useState(false);
  const change = useEntries(twinId, mapping, onClose);
  const fault = faultOf(draft);
  const set = (next: Partial<EntryDraft>) => setDraft((before) => ({ ...before, ...next }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault === null) change.mutate({ put: entriesOf(rows, draft) });
  };
  const [first] = rows;
  const title = rows.length === 1 ? `Map ${first?.material.name}` : `Map ${plural(rows.length, 'name')}`;
  return (
    <Dialog onClose={onClose} size="lg" title={title}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <SegmentedControl
            aria-label="What it is"
            data={[
              { value: 'mapped', label: 'A declaration' },
              { value: 'ignored', label: 'Ignored' },
            ]}
            value={draft.ignored ? 'ignored' : 'mapped'}
            onChange={(value) => set({ ignored: value === 'ignored' })}
          />
          {draft.ignored ? (
            <Textarea
              label="Why it is ignored"
              required
              maxLength={1000}
              value={draft.reason}
              error={tried ? fault : null}
              onChange={(event) => set({ reason: event.currentTarget.value })}
            />
          ) : (
            <Mapped twinId={twinId} draft={draft} set={set} fault={tried ? fault : null} />
          )}
          <Textarea
            label="Note"
            autosize
            maxLength={1000}
            value={draft.note}
            onChange={(event) => set({ note: event.currentTarget.value })}
          />
          <FormFoot change={change} verb="Save" onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

interface MappedProps {
  readonly twinId: string;
  readonly draft: EntryDraft;
  readonly set: (next: Partial<EntryDraft>) => void;
  readonly fault: string | null;
}

function Mapped({ twinId, draft, set, fault }: MappedProps) {
  const number = (
    name: 'factor' | 'wastage' | 'density' | 'thickness' | 'serviceLife',
    label: string,
    unit: string,
    max?: number,
  ) => (
    <NumberField
      label={label}
      min={0}
      max={max}
      unit={unit}
      value={draft[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <>
      <EpdSelect
        twinId={twinId}
        label="Declaration"
        value={draft.epdId}
        onChange={(epdId) => set({ epdId })}
        error={fault}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {number('wastage', 'Waste on the site', '%', 100)}
        {number('serviceLife', 'Replaced every', 'years')}
        {number('density', 'Density, if another', 'kg/m³')}
        {number('thickness', 'Thickness, if another', 'm')}
        {number('factor', 'Times the quantity', '')}
      </SimpleGrid>
      <Transports twinId={twinId} draft={draft} set={set} />
    </>
  );
}

function Transports({ twinId, draft: { transport }, set }: Omit<MappedProps, 'fault'>) {
  const put = (at: number, next: Partial<EntryDraft['transport'][number]>) =>
    set({ transport: transport.map((one, n) => (n === at ? { ...one, ...next } : one)) });
  return (
    <Stack gap="xs">
      {transport.map(({ key, epdId, distance }, at) => (
        <Group key={key} gap="xs" align="flex-end" wrap="nowrap">
          <div style={{ flex: 1, minWidth: 0 }}>
            <EpdSelect
              twinId={twinId}
              label="Transport, declared per t.km"
              value={epdId}
              onChange={(id) => put(at, { epdId: id })}
            />
          </div>
          <NumberField
            w={110}
            label="Distance"
            unit="km"
            min={0}
            value={distance}
            onChange={(value) => put(at, { distance: value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mb={4}
            aria-label="Remove the transport"
            onClick={() => set({ transport: transport.filter((_, n) => n !== at) })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={13} />}
          onClick={() => set({ transport: [...transport, { key: newKey(), epdId: null, distance: '' }] })}
        >
          Add a transport
        </Button>
      </Group>
      {transport.length === 0 && (
        <Text size="xs" c="dimmed">
          Without one A4 is that of the declaration.
        </Text>
      )}
    </Stack>
  );
}
