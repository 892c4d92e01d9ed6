import { useQueries } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { TextLink } from '../links.tsx';
import { sheetTitle, symbolName, tagQuery } from '../tags.ts';
import type { ElementDetail } from './element-queries.ts';
import { Section } from './property-section.tsx';

/** Where the tag of an element is on the drawings of the twin: sheets that are opened at it. */
export function OnDrawings({ element: { tag, name } }: { readonly element: ElementDetail }) {
  const { twinId = '' } = useParams({ strict: false });
  const asked = [...new Set([tag, name].filter((text) => text !== null))];
  const found = useQueries({ queries: asked.map((text) => tagQuery(twinId, text)) });
  const places = found.flatMap(({ data }) => data?.drawings ?? []);
  const own = [...new Map(places.map((one) => [`${one.inferenceId} ${one.sheet} ${one.regionId}`, one])).values()];
  if (own.length === 0) return null;
  return (
    <Section
      title="On drawings"
      values={own.map(({ inferenceId, sheet, regionId, tag: spelled, modelClass }) => [
        `${spelled} · ${symbolName(modelClass)}`,
        <TextLink
          key={regionId}
          to="/twins/$twinId/drawings/$inferenceId/$sheet"
          params={{ twinId, inferenceId, sheet }}
          search={{ item: regionId }}
          fz="xs"
        >
          {sheetTitle(sheet)}
        </TextLink>,
      ])}
    />
  );
}
