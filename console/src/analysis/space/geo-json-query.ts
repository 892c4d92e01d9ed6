import { queryOptions } from '@tanstack/react-query';
import { addressOf, contentsOf } from '../../reality/queries.ts';

/** The GeoJSON that data holds. */
export const geoJsonQuery = (dataId: string, twinId: string) =>
  queryOptions({
    queryKey: ['features of data', dataId],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<unknown> {
      const { link, files } = await contentsOf(dataId, twinId, signal);
      const file = files.find(({ name }) => /\.(geo)?json$/i.test(name));
      const answer = file && (await fetch(addressOf(link, file.name), { signal }));
      if (!answer?.ok) throw new Error('What was found cannot be read just now. Try again.');
      return answer.json();
    },
  });
