import { Select, Table, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { count, dateTime } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { className } from '../../ui/stage/elements.ts';
import stageClasses from '../../ui/stage/stage.module.css';
import { comparisonQuery } from '../queries.ts';
import type { Comparison } from '../shapes.ts';
import { figure, share } from '../text.ts';
import { type Bench, nameOf, type ResultContent } from './content.ts';
import { useResultAddress } from './use-address.ts';

/** This result beside another one, such as that of an earlier version. */
export function ComparisonPanel({
  content: { twinId, summary, others },
  bench,
}: {
  readonly content: ResultContent;
  readonly bench: Bench | undefined;
}) {
  const { compare, change } = useResultAddress();
  const known = others.find(({ id }) => id === compare);
  const query = useQuery({ ...comparisonQuery(twinId, compare ?? '', summary.id), enabled: compare !== undefined });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`${stageClasses.scroll} ${stageClasses.pad}`} tabIndex={0} aria-label="Compare">
      <Select
        size="xs"
        label="Before"
        placeholder={others.length === 0 ? 'There is no other result' : 'Choose a result'}
        clearable
        searchable
        data={others.map((one) => ({ value: one.id, label: `${nameOf(one)}, ${dateTime(one.createdOn)}` }))}
        value={known?.id ?? null}
        onChange={(id) => change({ compare: id ?? undefined })}
      />
      {compare !== undefined && (
        <Loaded query={query}>{(comparison) => <Differences comparison={comparison} bench={bench} />}</Loaded>
      )}
    </section>
  );
}

function Differences({ comparison, bench }: { readonly comparison: Comparison; readonly bench: Bench | undefined }) {
  const { modules, materials, elements, notCalculated } = comparison;
  const known = modules.filter(({ before, after }) => before !== null || after !== null);
  return (
    <>
      <Text size="xs" c="dimmed" mt="xs">
        kg CO₂e; materials and elements embodied.
      </Text>
      <Pairs label="Modules" pairs={known.map((one) => ({ ...one, name: sumNames[one.name] ?? one.name }))} />
      <Pairs label="Materials" pairs={materials.slice(0, most)} />
      <Text size="xs" mt="xs">
        Rows that could not be counted: {count(notCalculated.before)} before, {count(notCalculated.after)} now.
      </Text>
      {elements && <Elements elements={elements} bench={bench} />}
    </>
  );
}

const most = 50;
const sumNames: Readonly<Record<string, string>> = { upfront: 'Upfront', embodied: 'Embodied' };
type Pair = Comparison['materials'][number];
const shown = (value: number | null): string => (value === null ? '–' : figure(value));

const Pairs = ({ label, pairs }: { readonly label: string; readonly pairs: readonly Pair[] }) => (
  <Table aria-label={label} fz="xs" mt="sm" verticalSpacing={3} horizontalSpacing={4}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{label}</Table.Th>
        <Table.Th ta="right">Before</Table.Th>
        <Table.Th ta="right">Now</Table.Th>
        <Table.Th ta="right">Change</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {pairs.map(({ name, before, after }) => (
        <Table.Tr key={name}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
          <Table.Td ta="right">{shown(before)}</Table.Td>
          <Table.Td ta="right">{shown(after)}</Table.Td>
          <Table.Td ta="right">{share(before, after)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

const changeNames = { New: 'New', Gone: 'Gone', Changed: 'Changed' } as const;

/** Those that differ most; one that is in this version is shown in the picture. */
function Elements({
  elements,
  bench,
}: {
  readonly elements: NonNullable<Comparison['elements']>;
  readonly bench: Bench | undefined;
}) {
  const { change } = useResultAddress();
  const ids = new Map(bench?.figures.elements.map(({ globalId, id }) => [globalId, id]));
  return (
    <>
      <Text size="sm" fw={600} mt="sm">
        Elements
      </Text>
      <Text size="xs" c="dimmed">
        {count(elements.new)} new, {count(elements.gone)} gone, {count(elements.changed)} changed,{' '}
        {count(elements.same)} the same
      </Text>
      <dl className={stageClasses.values}>
        {elements.largest.slice(0, most).map((one) => {
          const id = ids.get(one.globalId);
          const text = `${changeNames[one.change]}: ${className(one.name)}`;
          return (
            <div key={one.globalId}>
              <dt>
                {id === undefined ? (
                  text
                ) : (
                  <UnstyledButton fz="xs" c="var(--accent)" onClick={() => change({ element: id })}>
                    {text}
                  </UnstyledButton>
                )}
              </dt>
              <dd>
                {shown(one.before)} → {shown(one.after)}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
