import { anyText, arrayOf, boolean, dateTime, nullable, oneOf, output, uuid } from '../../../kernel/schema/shapes.ts';

const listed = {
  subscriptionId: uuid('The same for ever for one organization and package.'),
  version: anyText(),
  isOdata: boolean('Whether its data can be read as OData.'),
  uniqueName: anyText(),
  name: anyText(),
  description: anyText(),
  subscribedBy: uuid(),
  subscribedByName: anyText(),
  subscribedOn: dateTime(),
  projectStage: oneOf(['Preview', 'Current', 'Obsolete']),
};

export const packageList = output({ packages: arrayOf(output(listed, 'Package')) });

export const packagesOfTwin = output({
  packages: arrayOf(
    output(
      {
        uniqueName: anyText(),
        name: anyText(),
        description: anyText(),
        version: anyText(),
        projectStage: listed.projectStage,
        isOdata: listed.isOdata,
        mayExecute: boolean('Whether the caller may execute it, and read its data.'),
      },
      'PackageOfTwin',
    ),
  ),
});

export const packageDetail = output(
  {
    ...listed,
    inputExample: nullable(anyText('A body for the execution, as JSON text.')),
    responseExample: nullable(anyText()),
    lastChange: dateTime(),
  },
  'PackageDetail',
);

export const packageRoles = output({
  packageRoles: arrayOf(output({ roleId: uuid(), name: anyText(), description: anyText() }, 'PackageRole')),
});
