import { dateTime, line, nullable, number, oneOf, output, signedUrl, uuid } from '../../kernel/schema/shapes.ts';

/* A twin as it is answered, by whichever area. */

export const classes = ['Account', 'Thing', 'Endeavor'] as const;
export const subClasses = ['Account', 'Portfolio', 'Asset', 'Program', 'Project', 'WorkPackage'] as const;
export const statuses = ['Active', 'Inactive', 'Trial'] as const;
export const dataCenters = [
  'East US',
  'North Europe',
  'West Europe',
  'Southeast Asia',
  'Australia East',
  'UK South',
  'Canada Central',
  'Central India',
  'Japan East',
] as const;

export type SubClass = (typeof subClasses)[number];
export type DataCenter = (typeof dataCenters)[number];

const summary = {
  id: uuid(),
  class: oneOf(classes),
  subClass: oneOf(subClasses),
  type: nullable(line({ max: 100 })),
  number: line({
    min: 1,
    max: 255,
    description: 'Code unique in the account and subClass; the id when none was given.',
  }),
  displayName: line({ min: 1, max: 255 }),
  status: oneOf(statuses),
};

/** Twin.minimal */
export const twinMinimal = output(summary, 'TwinMinimal');

const { status, ...beforeStatus } = summary;

/** Twin.full */
export const twinFull = output(
  {
    ...beforeStatus,
    geographicLocation: nullable(line({ max: 255 })),
    latitude: nullable(number({ minimum: -90, maximum: 90, description: 'Degrees, WGS 84.' })),
    longitude: nullable(number({ minimum: -180, maximum: 180, description: 'Degrees, WGS 84.' })),
    ianaTimeZone: nullable(line()),
    dataCenterLocation: oneOf(dataCenters),
    status,
    parentId: nullable(uuid('Null only for an Account.')),
    twinAccountId: nullable(uuid('Root of the hierarchy.')),
    imageName: nullable(line()),
    image: nullable(signedUrl('Signed address of the thumbnail.')),
    createdDateTime: dateTime(),
    createdBy: nullable(uuid()),
    lastModifiedDateTime: dateTime(),
    lastModifiedBy: nullable(uuid()),
  },
  'TwinFull',
);
