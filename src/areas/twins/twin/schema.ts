import { classes, dataCenters, statuses, subClasses, twinFull } from '../../../api/ports/twin-shape.ts';
import { input, line, nullable, number, oneOf, optional, uuid } from '../../../kernel/schema/shapes.ts';
import { addTextFormat } from '../../../kernel/schema/validator.ts';

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
