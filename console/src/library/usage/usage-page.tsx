import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { requestOf } from '../../platform/client.ts';
import { useChange } from '../../ui/change.tsx';
import { saveBlob } from '../../ui/save-text.ts';
import { LibraryFrame } from '../library-frame.tsx';
import { Section } from '../section.tsx';

const day = 86_400_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Who looked at, took and changed which components, as a table for spreadsheets. */
export function UsagePage() {
  return (
    <LibraryFrame path="/library/usage" open>
      {({ mayAnalyse }) =>
        mayAnalyse ? (
          <Download />
        ) : (
          <Text size="sm">
            How the library is used is seen by who has the right to it. The page Rights says which roles give it.
          </Text>
        )
      }
    </LibraryFrame>
  );
}

function Download() {
  const [from, setFrom] = useState(dateOf(Date.now() - 30 * day));
  const [to, setTo] = useState(dateOf(Date.now()));
  const save = useChange({
    async run() {
      const query = new URLSearchParams({
        startDate: `${from}T00:00:00.000Z`,
        endDate: `${dateOf(Date.parse(to) + day)}T00:00:00.000Z`, // the last day counts, too
      });
      const answer = await requestOf(`/library/components/analytics/download?${query}`, {
        headers: { Accept: 'text/csv' },
      });
      saveBlob(`library-usage-${from}-${to}.csv`, await answer.blob());
    },
  });
  const isPeriod = from !== '' && to !== '' && from <= to;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPeriod) save.mutate();
  };
  return (
    <Section title="Usage of components">
      <Text size="sm" mb="sm" maw={640}>
        Views, downloads and changes of components: when, by whom, and from which project. Days begin at midnight UTC.
      </Text>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="From"
            type="date"
            required
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            label="To"
            type="date"
            required
            value={to}
            error={from !== '' && to !== '' && !isPeriod ? 'It ends before it begins.' : null}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" leftSection={<IconDownload size={16} />} loading={save.isPending} disabled={!isPeriod}>
            Download as CSV
          </Button>
        </Group>
      </form>
    </Section>
  );
}
