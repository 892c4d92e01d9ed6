import type { Static } from 'typebox';
import {
  anyObject,
  anyText,
  arrayOf,
  boolean,
  dateTime,
  input,
  known,
  line,
  nullable,
  oneOf,
  optional,
  output,
  sensitive,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { nameForm } from '../params.ts';
import { systemTypes } from '../system-types.ts';

const systemType = () => line({ ...known(Object.keys(systemTypes)), untrimmed: true });

export const neededSystems = output({
  systems: arrayOf(output({ systemId: anyText(), systemType: systemType(), required: oneOf(['Yes', 'No']) })),
});

export const systemProperties = output({
  properties: arrayOf(
    output(
      {
        name: anyText(),
        defaultValue: nullable(anyText()),
        enumValues: nullable(arrayOf(anyText())),
        dataType: oneOf(['String', 'Boolean', 'Int32']),
      },
      'SystemProperty',
    ),
  ),
});

export const systemList = output({
  systems: arrayOf(
    output(
      {
        id: uuid(),
        systemName: anyText(),
        organizationId: uuid(),
        systemId: anyText(),
        systemType: systemType(),
        lastChange: dateTime(),
        lastChangeBy: uuid(),
        lastChangeByName: anyText(),
      },
      'System',
    ),
  ),
});

export const systemSaved = output(
  { id: uuid(), systemName: anyText(), systemId: anyText(), systemType: systemType() },
  'SavedSystem',
);

export const systemTested = output({
  connected: boolean('Whether the system answers, and takes the credentials.'),
  message: anyText('What was found, or why it failed; for people, without hosts and credentials.'),
});

export const systemSave = input({
  name: line({ min: 1, max: 200 }),
  systemId: line({ min: 1, max: 200, pattern: nameForm }),
  systemType: line({ ...known(Object.keys(systemTypes)), min: 1, max: 150, pattern: nameForm }),
  credentials: optional(nullable(sensitive(anyObject('Text by property of the system type; never shown again.')))),
});
export type SystemSave = Static<typeof systemSave>;
