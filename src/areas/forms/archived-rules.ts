import type { ArchiveKind } from '../../api/archive/kind.ts';
import { countable, faultIn } from '../../api/archive/rules.ts';
import { anyObject, input, line, nullable, oneOf } from '../../kernel/schema/shapes.ts';
import { checkName } from './attachment/create.ts';
import { attachmentCreate } from './attachment/endpoints.ts';
import { commentCreate } from './comment/endpoints.ts';
import { largestImage } from './definition/change-endpoints.ts';
import { definitionOverrides, definitionUpdate, errorStatuses } from './definition/schema.ts';
import { formMembers, originMembers } from './form/schema.ts';
import { largestProperties } from './layout/controls.ts';
import { isUnreadable, readLayout } from './layout/read.ts';
import { listsFault } from './list-group/tree.ts';
import { workflowBody } from './workflow/change-endpoints.ts';
import { checkWorkflow } from './workflow/check.ts';

type Rules = Pick<ArchiveKind, 'shapes' | 'check' | 'ahead' | 'unique' | 'pictures'>;

/* What the API demands of forms, and of what they are made with, that an archive has. */

const { displayName, status, shareType, idPrefix } = definitionUpdate.properties;
const { type, discipline } = definitionOverrides;

export const definitionRules: Rules = {
  shapes: {
    name: displayName,
    type,
    discipline,
    status,
    shareType,
    prefix: idPrefix,
    version: countable,
    errorStatus: oneOf(errorStatuses),
  },
};

export const layoutRules: Rules = {
  shapes: { version: countable, definition: anyObject() },
  check({ definition }) {
    const read = readLayout(JSON.stringify(definition));
    return isUnreadable(read) ? { member: 'definition', why: read.reason.replace(/\.$/, '') } : undefined;
  },
};

export const imageRules: Rules = {
  shapes: { type: oneOf(['image/png', 'image/jpeg']), fileId: countable },
  pictures: { bytes: largestImage, pixels: 100_000_000 },
};

export const workflowRules: Rules = {
  shapes: { type, discipline, workflow: workflowBody },
  check: ({ workflow }) => faultIn(checkWorkflow({ body: workflow })),
};

export const listGroupRules: Rules = {
  shapes: { name: line({ min: 1, max: 255 }) },
  check({ lists, tree }) {
    const why = listsFault(lists, tree);
    return why === undefined ? undefined : { member: 'tree', why };
  },
};

export const formRules: Rules = {
  shapes: {
    subject: formMembers.subject,
    description: formMembers.description,
    status: formMembers.status,
    type,
    discipline,
    assignees: formMembers.assignees,
    assignee: nullable(anyObject()),
    number: line({ min: 1, max: 255 }),
    state: oneOf(['Open', 'Closed', 'Draft']),
    layoutVersion: countable,
    origin: input(originMembers),
    properties: anyObject(),
  },
  ahead: ['due'],
  unique: [['number']],
  check: ({ properties }) =>
    Buffer.byteLength(JSON.stringify(properties)) > largestProperties
      ? { member: 'properties', why: 'has more than 1 MiB' }
      : undefined,
};

const { fileName, caption, binding } = attachmentCreate.properties;

export const attachmentRules: Rules = {
  shapes: { name: fileName, caption, binding, size: countable },
  check: ({ name, blobId }, { refusedExtensions }) =>
    blobId === undefined
      ? { member: 'blobId', why: 'is required' }
      : faultIn(checkName({ body: { fileName: name }, query: {}, headers: {} }, refusedExtensions), 'name'),
};

export const commentRules: Rules = { shapes: { text: commentCreate.properties.text } };

export const counterRules: Rules = { shapes: { prefixFolded: line({ max: 255 }), last: countable } };
