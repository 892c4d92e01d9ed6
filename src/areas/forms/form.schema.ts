import { Type } from 'typebox';
import {
  anyObject,
  arrayOf,
  boolean,
  dateTime,
  given,
  input,
  instant,
  keptInput,
  line,
  nullable,
  number,
  oneOf,
  optional,
  output,
  paragraphs,
  uuid,
} from '../../kernel/schema/shapes.ts';
import { disciplineShown, id } from './definition.schema.ts';
import { pageLinks } from './paging.ts';
import { membersIn, perVersion } from './version.ts';

const text = (most: number) => paragraphs({ max: most });

const point = () => keptInput({ x: number(), y: number(), z: number() });

const camera = keptInput({
  viewPoint: point(),
  direction: point(),
  up: point(),
  viewToWorldScale: optional(Type.Number({ exclusiveMinimum: 0 })),
  fieldOfView: optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 180, description: 'Degrees.' })),
});

const sourceEntity = Type.Unsafe<Record<string, unknown>>(
  keptInput({
    modelElement: optional(
      keptInput({
        modelId: uuid(),
        elementId: text(2000),
        changeSetId: optional(text(2000)),
        modelName: optional(text(2000)),
      }),
    ),
    storageFile: optional(keptInput({ fileId: text(2000) })),
  }),
);

/** Where a form comes from: stored and returned as it is given. */
export const originMembers = {
  sourceEntity: given(sourceEntity),
  boundingBox: given(keptInput({ lowerLeftPoint3d: point(), upperRightPoint3d: point() })),
  modelPin: given(keptInput({ location: point(), description: optional(text(1000)) })),
  modelView: given(
    keptInput({
      cameraView: optional(camera),
      modelJsView: optional(text(65_536)),
      savedViewId: optional(line({ max: 200 })),
    }),
  ),
  modelEventDateTime: given(instant()),
  location: given(
    keptInput({
      latitude: number({ minimum: -90, maximum: 90 }),
      longitude: number({ minimum: -180, maximum: 180 }),
      elevation: optional(number()),
      description: optional(text(1000)),
    }),
  ),
  item: given(
    keptInput({ id: text(2000), url: optional(text(2000)), displayName: optional(line({ max: 2000, exact: true })) }),
  ),
  container: given(
    keptInput({ id: text(2000), url: optional(text(2000)), displayName: optional(line({ max: 2000, exact: true })) }),
  ),
  elementId: given(text(2000)),
} as const;

export type OriginName = keyof typeof originMembers;
export const originNames = Object.keys(originMembers) as readonly OriginName[];

const assignee = input({ id: uuid(), displayName: optional(nullable(line({ max: 255 }))) });
const assigneeEx = input({
  id: uuid(),
  displayName: optional(nullable(line({ max: 255 }))),
  isRole: optional(boolean('Default false.')),
});

const formMembers = {
  subject: given(line({ max: 255, exact: true })),
  description: given(text(4000)),
  dueDate: given(instant()),
  status: given(line({ max: 255, exact: true })),
  assignee: given(assignee),
  assignees: given(arrayOf(assigneeEx, { maxItems: 50 })),
  ...originMembers,
  properties: given(anyObject('Values by the encoded names of their bindings.')),
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

const shownAssignee = output({ id: uuid(), displayName: line({ exact: true }) }, 'FormAssignee');
const shownAssignees = arrayOf(
  output({ id: uuid(), displayName: line({ exact: true }), isRole: boolean() }, 'FormAssigneeEx'),
);
const shown = line({ exact: true });
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
