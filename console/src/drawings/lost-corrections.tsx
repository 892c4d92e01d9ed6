import { Alert, List } from '@mantine/core';
import { plural } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { sheetTitle, symbolName } from '../ui/tags.ts';
import type { LostCorrection, ReviewSummary } from './queries.ts';

const mostShown = 20;
const kinds = { symbol: 'Symbol', text: 'Text', line: 'Line' } as const;
const reasons = {
  empty: 'nothing like it is there any more',
  changed: 'the drawing says something else there now',
} as const;

const nameOf = ({ kind, model_class, label }: LostCorrection): string => {
  const what = model_class ? symbolName(model_class) : kinds[kind];
  return label ? `${label} · ${what}` : what;
};

/** Corrections of an earlier reading that have no place on a drawing that has changed since. */
export function LostCorrections(props: {
  readonly twinId: string;
  readonly inferenceId: string;
  readonly reviews: Readonly<Record<string, ReviewSummary>>;
}) {
  const { twinId, inferenceId, reviews } = props;
  const told = Object.entries(reviews);
  const all = told.reduce((sum, [, { lost_count }]) => sum + lost_count, 0);
  if (all === 0) return null;
  const lost = told.flatMap(([sheet, review]) => review.lost.map((one) => ({ sheet, one }))).slice(0, mostShown);
  const more = all - lost.length;
  return (
    <Alert
      color="orange"
      variant="light"
      mb="md"
      title={`${plural(all, 'correction')} without a place on the new drawing`}
    >
      <List size="sm">
        {lost.map(({ sheet, one }) => (
          <List.Item key={`${sheet} ${nameOf(one)} ${one.position.join()}`}>
            <TextLink
              to="/twins/$twinId/drawings/$inferenceId/$sheet"
              params={{ twinId, inferenceId, sheet }}
              size="sm"
            >
              {sheetTitle(sheet)}
            </TextLink>
            : {nameOf(one)}, {reasons[one.reason]}.
          </List.Item>
        ))}
        {more > 0 && <List.Item>{plural(more, 'more correction')}, told in metadata.json.</List.Item>}
      </List>
    </Alert>
  );
}
