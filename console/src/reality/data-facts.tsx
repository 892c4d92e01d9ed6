import { useQuery } from '@tanstack/react-query';
import { Facts } from '../ui/facts.tsx';
import { bytes, count } from '../ui/format.ts';
import { Time } from '../ui/time.tsx';
import { kindOf } from './kinds.ts';
import { placeText } from './place-text.ts';
import { pointsQuery } from './points.ts';
import type { Listed } from './shapes.ts';

/** What is known of reality data. */
export function DataFacts({ data, twinId }: { readonly data: Listed; readonly twinId: string }) {
  const points = useQuery(pointsQuery(data, twinId)).data;
  const { size, acquisition, createdDateTime, modifiedDateTime } = data;
  return (
    <Facts
      facts={[
        ['What it is', kindOf(data)],
        ['Points', points && count(points)],
        ['Size', size ? bytes(size * 1024) : null],
        ['Place', placeText(data)],
        ['Description', data.description],
        ['Data set', data.dataset],
        ['Group', data.group],
        ['Tags', data.tags?.join(', ')],
        ['Taken', acquisition && <Time iso={acquisition.startDateTime} />],
        ['By', acquisition?.acquirer],
        ['Attribution', data.attribution],
        ['Terms of use', data.termsOfUse],
        ['Uploaded', createdDateTime && <Time iso={createdDateTime} />],
        ['Changed', modifiedDateTime && <Time iso={modifiedDateTime} />],
      ]}
    />
  );
}
