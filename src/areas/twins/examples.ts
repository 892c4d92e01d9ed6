import type { Static } from 'typebox';
import type { twinFull } from '../../api/ports/twin-shape.ts';

/** The published example of a twin. */
export const twinExample: Static<typeof twinFull> = {
  id: 'dc914a84-e0c9-40e2-9d14-faf5ed84147f',
  class: 'Endeavor',
  subClass: 'Project',
  type: 'Construction Project',
  number: '00001-ds-3902795',
  displayName: 'White River',
  geographicLocation: 'Exton, PA',
  latitude: 40.028,
  longitude: -75.621,
  ianaTimeZone: 'America/New_York',
  dataCenterLocation: 'East US',
  status: 'Active',
  parentId: '8a04f48b-1b11-475f-9b61-3083bc69f28f',
  twinAccountId: '76c1102e-4f33-4dfa-ad93-bcd9ab717977',
  imageName: null,
  image: null,
  createdDateTime: '2016-01-18T21:03:00.370Z',
  createdBy: 'abcd0123-e24a-4b35-9faf-f4f5f6f7f8f9',
  lastModifiedDateTime: '2018-11-08T20:11:00.330Z',
  lastModifiedBy: 'abcd0123-e24a-4b35-9faf-f4f5f6f7f8f9',
};
