import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../ui/facts.tsx';
import { count, millions, unitsText } from '../../ui/format.ts';
import type { Want } from '../wants.ts';
import { type Estimate, estimateQuery } from './estimate.ts';

interface Props {
  readonly want: Want;
  readonly twinId: string;
  readonly inputs: Readonly<Record<string, string | null>>;
}

const note =
  'The cost is for information: it counts photos, pixels and points. What was really processed is shown at the end.';

/** What an analysis will work on and cost, once its inputs are chosen. */
export function EstimateFacts(props: Props) {
  const isChosen = props.want.inputs.every(({ role, required }) => !required || props.inputs[role]);
  const { data, isError } = useQuery({ ...estimateQuery(props), enabled: isChosen });
  if (!isChosen) return null;
  return (
    <section aria-label="What it will work on">
      {data && (
        <Facts
          facts={[
            ['Photos', data.photos > 0 ? count(data.photos) : null],
            ['Pixels', amount(data.pixels)],
            ['Points', amount(data.points)],
            ['Estimated cost', costText(data)],
          ]}
        />
      )}
      <Text size="xs" c="dimmed" mt={4} role="status">
        {data ? note : isError ? 'What it will cost cannot be told beforehand.' : 'Looking at what it will work on …'}
      </Text>
    </section>
  );
}

const amount = (things: number | null): string | null =>
  things === null ? 'not known' : things > 0 ? `${millions(things)} million` : null;

/** Of what is not known it tells the least. */
const costText = ({ cost, pixels, points }: Estimate): string =>
  pixels !== null && points !== null ? unitsText(cost) : cost < 0.01 ? 'not known' : `at least ${unitsText(cost)}`;
