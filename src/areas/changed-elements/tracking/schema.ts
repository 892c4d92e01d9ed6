import { pageQuery, pagingLinks } from '../../../api/query/paging.ts';
import { arrayOf, boolean, input, integer, output, uuid } from '../../../kernel/schema/shapes.ts';
import { changesetId, storedChangesetId } from '../comparison/schema.ts';

const model = { twinId: uuid(), modelId: uuid('A model of that twin.') };

export const trackingUpdate = input({ enable: boolean(), ...model }, 'TrackingUpdate');
export const modelQuery = input(model);
export const tracking = output({ enabled: boolean() }, 'Tracking');

export const changesetsQuery = input({ ...model, ...pageQuery() });
export const changesetStatuses = output(
  {
    changesetStatus: arrayOf(
      output(
        {
          id: storedChangesetId,
          index: integer({ minimum: 1 }),
          ready: boolean('Whether it is imported.'),
        },
        'ChangesetStatus',
      ),
    ),
    _links: pagingLinks,
  },
  'ChangesetStatusResponse',
);

export const comparisonQuery = input({
  ...model,
  startChangesetId: changesetId('The first changeset whose changes count.'),
  endChangesetId: changesetId('The last one; may be the first.'),
});
