import type { Static } from 'typebox';
import { pagingLinks } from '../../../api/query/paging.ts';
import {
  arrayOf,
  dateTime,
  input,
  instant,
  line,
  nullable,
  optional,
  output,
  sensitive,
  uuid,
} from '../../../kernel/schema/shapes.ts';

/** Share */
export const share = output(
  {
    id: uuid(),
    twinId: uuid(),
    shareKey: sensitive(line()),
    shareContract: line(),
    expiration: nullable(dateTime('Null: it does not end.')),
  },
  'Share',
);

export const oneShare = output({ share }, 'ShareResponse');
export const shareList = output({ shares: arrayOf(share), _links: pagingLinks }, 'SharesResponse');

export const shareCreate = input(
  {
    shareContract: optional(nullable(line({ examples: ['Default'] }))),
    expiration: optional(nullable(instant())),
  },
  'ShareCreate',
);

export const shareExample: Static<typeof share> = {
  id: '5ee1bd1c-5a4b-4f0f-ab27-5d2c0a2b8a44',
  twinId: '806b19d5-c037-48a4-aa98-e297c81453f1',
  shareKey: 'q3Jm0y1nJH2s1h8dQdX1l3b2k5pO9vQe6b7Yd0cZs0E',
  shareContract: 'Default',
  expiration: null,
};
