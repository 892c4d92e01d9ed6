import {
  dateTime,
  input,
  line,
  nullable,
  number,
  oneOf,
  optional,
  output,
  signedUrl,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { addTextFormat } from '../../../kernel/schema/validator.ts';

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

/** The subClasses of each class. */
export const pairs: Readonly<Record<string, readonly string[]>> = {
  Account: ['Account'],
  Thing: ['Asset', 'Portfolio'],
  Endeavor: ['Project', 'Program', 'WorkPackage'],
};

addTextFormat('iana-time-zone', isTimeZone);

function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

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

export type FullProperty = keyof typeof twinFull.properties;
export const fullProperties = Object.keys(twinFull.properties) as readonly FullProperty[];

const changeable = {
  type: optional(nullable(line({ max: 100 }))),
  number: optional(nullable(line({ max: 255 }))),
  geographicLocation: optional(nullable(line({ max: 255 }))),
  latitude: optional(nullable(number({ minimum: -90, maximum: 90 }))),
  longitude: optional(nullable(number({ minimum: -180, maximum: 180 }))),
  ianaTimeZone: optional(nullable(line({ format: 'iana-time-zone' }))),
};

/** Twin.create */
export const twinCreate = input(
  {
    displayName: line({ min: 1, max: 255 }),
    class: oneOf(classes),
    subClass: oneOf(subClasses),
    ...changeable,
    dataCenterLocation: optional(nullable(oneOf(dataCenters))),
    status: optional(nullable(oneOf(statuses))),
    parentId: optional(nullable(uuid('The account of the caller when absent.'))),
  },
  'TwinCreate',
);

/** Twin.update */
export const twinUpdate = input(
  {
    displayName: optional(line({ min: 1, max: 255 })),
    ...changeable,
    number: optional(line({ min: 1, max: 255 })),
    status: optional(oneOf(statuses)),
  },
  'TwinUpdate',
);
