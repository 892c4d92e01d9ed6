import { Type } from 'typebox';
import {
  anyObject,
  arrayOf,
  boolean,
  dateTime,
  input,
  instant,
  line,
  nullable,
  number,
  oneOf,
  openInput,
  optional,
  optionalNullable,
  output,
  paragraphs,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { disciplineShown, id } from '../definition/schema.ts';
import { pageLinks } from '../paging.ts';
import { membersIn, perVersion } from '../version.ts';

const text = (most: number) => paragraphs({ max: most });

const point = () => openInput({ x: number(), y: number(), z: number() });

const camera = openInput({
  viewPoint: point(),
  direction: point(),
  up: point(),
  viewToWorldScale: optional(Type.Number({ exclusiveMinimum: 0 })),
  fieldOfView: optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 180, description: 'Degrees.' })),
});

const sourceEntity = Type.Unsafe<Record<string, unknown>>(
  openInput({
    modelElement: optional(
      openInput({
        modelId: uuid(),
        elementId: text(2000),
        changeSetId: optional(text(2000)),
        modelName: optional(text(2000)),
      }),
    ),
    storageFile: optional(openInput({ fileId: text(2000) })),
  }),
);

/** Where a form comes from: stored and returned as it is given. */
export const originMembers = {
  sourceEntity: optionalNullable(sourceEntity),
  boundingBox: optionalNullable(openInput({ lowerLeftPoint3d: point(), upperRightPoint3d: point() })),
  modelPin: optionalNullable(openInput({ location: point(), description: optional(text(1000)) })),
  modelView: optionalNullable(
    openInput({
      cameraView: optional(camera),
      modelJsView: optional(text(65_536)),
      savedViewId: optional(line({ max: 200 })),
    }),
  ),
  modelEventDateTime: optionalNullable(instant()),
  location: optionalNullable(
    openInput({
      latitude: number({ minimum: -90, maximum: 90 }),
      longitude: number({ minimum: -180, maximum: 180 }),
      elevation: optional(number()),
      description: optional(text(1000)),
    }),
  ),
  item: optionalNullable(
    openInput({
      id: text(2000),
      url: optional(text(2000)),
      displayName: optional(line({ max: 2000, untrimmed: true })),
    }),
  ),
  container: optionalNullable(
    openInput({
      id: text(2000),
      url: optional(text(2000)),
      displayName: optional(line({ max: 2000, untrimmed: true })),
    }),
  ),
  elementId: optionalNullable(text(2000)),
} as const;

export type OriginName = keyof typeof originMembers;
export const originNames = Object.keys(originMembers) as readonly OriginName[];

const assignee = input({ id: uuid(), displayName: optional(nullable(line({ max: 255 }))) });
const assigneeEx = input({
  id: uuid(),
  displayName: optional(nullable(line({ max: 255 }))),
  isRole: optional(boolean('Default false.')),
});

export const formMembers = {
  subject: optionalNullable(line({ max: 255, untrimmed: true })),
  description: optionalNullable(text(4000)),
  dueDate: optionalNullable(instant()),
  status: optionalNullable(line({ max: 255, untrimmed: true })),
  assignee: optionalNullable(assignee),
  assignees: optionalNullable(arrayOf(assigneeEx, { maxItems: 50 })),
  ...originMembers,
  properties: optionalNullable(anyObject('Values by the encoded names of their bindings.')),
};

export const formCreate = input(
  {
    formId: line({ min: 1, description: 'The definition.' }),
    twinId: optional(uuid('Of a shared definition.')),
    ...formMembers,
  },
  'FormDataCreate',
);

export const formUpdate = input(
  {
    ...formMembers,
    workflowNote: optional(paragraphs({ min: 1, max: 4000, description: 'Only with another status.' })),
  },
  'FormDataUpdate',
);

const shownAssignee = output({ id: uuid(), displayName: line({ untrimmed: true }) }, 'FormAssignee');
const shownAssignees = arrayOf(
  output({ id: uuid(), displayName: line({ untrimmed: true }), isRole: boolean() }, 'FormAssigneeEx'),
);
const shown = line({ untrimmed: true });
const asGiven = optional(anyObject('As it was given.'));

const full = {
  id: id(),
  displayName: shown,
  formId: optional(id('The definition.')),
  type: shown,
  discipline: disciplineShown,
  number: shown,
  subject: optional(shown),
  description: optional(paragraphs()),
  dueDate: optional(dateTime()),
  status: optional(shown),
  state: oneOf(['Open', 'Closed', 'Draft']),
  assignee: optional(shownAssignee),
  assignees: optional(shownAssignees),
  createdBy: shown,
  lastModifiedBy: shown,
  createdDateTime: dateTime(),
  lastModifiedDateTime: dateTime(),
  sourceEntity: asGiven,
  boundingBox: asGiven,
  modelPin: asGiven,
  modelView: asGiven,
  modelEventDateTime: optional(shown),
  location: asGiven,
  item: asGiven,
  container: asGiven,
  elementId: optional(paragraphs()),
  properties: anyObject(),
  calculationFaults: optional(
    arrayOf(
      output(
        { code: line({ untrimmed: true }), message: paragraphs(), target: line({ untrimmed: true }) },
        'FormCalculationFault',
      ),
    ),
  ),
};

export const formShapes = perVersion((api) => {
  const formData = output(membersIn(api, full), 'FormData');
  const listed = output(
    membersIn(api, {
      ...Object.fromEntries(Object.entries(full).map(([name, shape]) => [name, optional(shape)])),
      id: id(),
      displayName: shown,
      type: shown,
      discipline: disciplineShown,
      state: full.state,
    }),
    'FormDataSummary',
  );
  return {
    one: output({ formData }, 'FormDataResponse'),
    list: output({ formDataInstances: arrayOf(listed), _links: pageLinks }, 'FormDataListResponse'),
  };
});

const change = output(
  { property: shown, oldValue: nullable(paragraphs()), newValue: nullable(paragraphs()) },
  'FormAuditChange',
);

export const auditShapes = output(
  {
    auditTrailEntries: arrayOf(
      output(
        {
          id: id(),
          changeBy: shown,
          changeById: uuid(),
          changeDateTime: dateTime(),
          action: shown,
          changes: arrayOf(change),
        },
        'FormAuditEntry',
      ),
    ),
    _links: optional(pageLinks),
  },
  'FormAuditTrailResponse',
);
