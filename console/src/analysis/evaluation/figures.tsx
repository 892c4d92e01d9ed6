import { Button, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { csvOf } from '../../ui/csv.ts';
import { count } from '../../ui/format.ts';
import { saveText } from '../../ui/save-text.ts';
import { Sheet } from '../../ui/sheet.tsx';
import classes from './evaluation.module.css';
import { type ObjectsReport, percent, type SegmentsReport } from './report.ts';

const Head = ({ title, onSave }: { readonly title: string; readonly onSave: () => void }) => (
  <div className={classes.head}>
    <Title order={2} size="md">
      {title}
    </Title>
    <Button size="compact-xs" variant="subtle" leftSection={<IconDownload size={14} />} onClick={onSave}>
      CSV
    </Button>
  </div>
);

/** What was found, made up and missed of each kind. */
export function ObjectsTable({ report: { classes: all, threshold } }: { readonly report: ObjectsReport }) {
  const head = ['Kind', 'Found', 'Made up', 'Missed', 'Precision', 'Recall', 'F1'];
  const save = () =>
    saveText(
      'evaluation.csv',
      csvOf(
        head,
        all.map((one) => [
          one.label,
          one.truePositives,
          one.falsePositives,
          one.falseNegatives,
          one.precision,
          one.recall,
          one.f1,
        ]),
      ),
    );
  return (
    <section aria-label="Figures">
      <Head title="How good it is" onSave={save} />
      <Text size="xs" c="dimmed" mb="xs">
        A box counts as found where it shares at least {threshold} with the right one. Precision: how much of what was
        found is right. Recall: how much of what is there was found. F1 is both in one.
      </Text>
      <Sheet label="What was found of each kind" wide>
        <Table.Thead>
          <Table.Tr>
            {head.map((one, n) => (
              <Table.Th key={one} ta={n === 0 ? 'left' : 'right'}>
                {one}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.map((one) => (
            <Table.Tr key={one.label}>
              <Table.Th scope="row" fw={500}>
                {one.label}
              </Table.Th>
              {[one.truePositives, one.falsePositives, one.falseNegatives].map((value, n) => (
                <Table.Td key={head[n + 1]} ta="right">
                  {count(value)}
                </Table.Td>
              ))}
              {[one.precision, one.recall, one.f1].map((value, n) => (
                <Table.Td key={head[n + 4]} ta="right">
                  {percent(value)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Sheet>
    </section>
  );
}

/** What each kind was taken for. */
export function ConfusionTable({ report: { labels, matrix, accuracy, iou } }: { readonly report: SegmentsReport }) {
  const save = () =>
    saveText(
      'evaluation.csv',
      csvOf(
        ['What is right', ...labels],
        labels.map((label, i) => [label, ...(matrix[i] ?? [])]),
      ),
    );
  return (
    <section aria-label="Figures">
      <Head title="How good it is" onSave={save} />
      <Text size="sm" mb="xs">
        {percent(accuracy)} of everything was given the right kind. A row says what things of one kind were taken for.
      </Text>
      <Sheet label="What each kind was taken for" wide>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Is</Table.Th>
            {labels.map((label) => (
              <Table.Th key={label} ta="right">
                Taken for {label}
              </Table.Th>
            ))}
            <Table.Th ta="right">Overlap</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {labels.map((label, i) => {
            const row = matrix[i] ?? [];
            const whole = Math.max(
              1,
              row.reduce((sum, value) => sum + value, 0),
            );
            return (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={500}>
                  {label}
                </Table.Th>
                {labels.map((other, j) => (
                  <Table.Td
                    key={other}
                    ta="right"
                    className={classes.cell}
                    data-right={i === j || undefined}
                    style={{ '--part': `${Math.round((70 * (row[j] ?? 0)) / whole)}%` }}
                  >
                    {count(row[j] ?? 0)}
                  </Table.Td>
                ))}
                <Table.Td ta="right">{percent(iou.get(label) ?? null)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Sheet>
      <Text size="xs" c="dimmed" mt={4}>
        Overlap: the part that what is right and what was found share.
      </Text>
    </section>
  );
}
