import { Type } from 'typebox';
import { pageQuery, pagingLinks } from '../../../api/query/paging.ts';
import {
  arrayOf,
  boolean,
  dateTime,
  exactlyOne,
  input,
  known,
  line,
  link,
  nullable,
  number,
  oneOf,
  oneOfShapes,
  optional,
  output,
  paragraphs,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { dataShapes, kindNames } from '../kinds/kinds.ts';

export const mostNewObjects = 20;
export const mostSceneObjects = 100;
export const mostOperations = 100;
/** Bytes of a body. */
export const largestBody = 10 * 2 ** 20;

export const name = () => line({ min: 1, max: 255 });
const text = () => paragraphs({ max: 2000 });

/* Objects of a scene. */

const objectMinimal = {
  id: uuid(),
  kind: line({ ...known(kindNames), untrimmed: true }),
  version: line({ untrimmed: true, description: 'Of the shape of the data.' }),
  data: Type.Unsafe<Readonly<Record<string, unknown>>>({ anyOf: dataShapes }),
  displayName: optional(line({ untrimmed: true })),
  order: optional(number({ description: 'Place in lists.' })),
  displayOrder: optional(number({ description: 'Lower ones are drawn beneath.' })),
  visible: optional(boolean()),
  parentId: optional(uuid()),
  relatedId: optional(uuid('The resource that is styled.')),
};

export const objectInScene = output(objectMinimal, 'SceneObjectMinimal');
export const object = output(
  { ...objectMinimal, sceneId: uuid(), createdById: uuid(), creationTime: dateTime(), lastModified: dateTime() },
  'SceneObject',
);

export const objectCreate = input(
  {
    kind: line({ ...known(kindNames), min: 1, untrimmed: true }),
    version: line({ min: 1, untrimmed: true }),
    data: oneOfShapes(dataShapes, 'Fits the shape of the kind; at most 1 MiB.'),
    id: optional(uuid('Made by the server when absent.')),
    displayName: optional(name()),
    order: optional(number()),
    displayOrder: optional(number()),
    visible: optional(boolean()),
    parentId: optional(uuid('An object of the same scene.')),
    relatedId: optional(uuid('Of a styling kind only, and then required: a resource or repository object.')),
  },
  'SceneObjectCreate',
);

const objectChange = {
  displayName: optional(nullable(name())),
  order: optional(nullable(number())),
  displayOrder: optional(nullable(number())),
  visible: optional(nullable(boolean())),
  parentId: optional(nullable(uuid())),
  data: optional(oneOfShapes(dataShapes, 'Replaces the whole data.')),
};

export const objectUpdate = input(objectChange, 'SceneObjectUpdate');

export const objectsCreate = input(
  { objects: arrayOf(objectCreate, { minItems: 1, maxItems: mostNewObjects }) },
  'SceneObjectsCreate',
);

/** One step of a bulk change; the shapes of its parts depend on `op`. */
const operation = input(
  {
    op: oneOf(['add', 'update', 'remove']),
    id: optional(uuid('Of update and remove.')),
    payload: optional(
      oneOfShapes([objectCreate, objectUpdate], 'Of add: SceneObjectCreate; of update: SceneObjectUpdate.'),
    ),
  },
  'SceneObjectOperation',
);

export const objectsChange = exactlyOne(
  {
    objects: optional(
      arrayOf(input({ id: uuid(), ...objectChange }, 'SceneObjectUpdateById'), {
        minItems: 1,
        maxItems: mostNewObjects,
      }),
    ),
    operations: optional(arrayOf(operation, { minItems: 1, maxItems: mostOperations })),
  },
  'SceneObjectsChange',
);

export const oneObject = output({ object }, 'SceneObjectResponse');
export const someObjects = output({ objects: arrayOf(object) }, 'SceneObjectsResponse');

const isPartial = optional(boolean('Objects are left out that refer to something the caller has no access to.'));

export const objectList = output(
  {
    objects: arrayOf(object),
    sceneContext: output(
      { displayName: line({ untrimmed: true }), lastModified: dateTime(), isPartial },
      'SceneContext',
    ),
    _links: pagingLinks,
  },
  'SceneObjectListResponse',
);

/* Scenes. */

const sceneMinimal = {
  id: uuid(),
  twinId: uuid(),
  displayName: line({ untrimmed: true }),
  description: optional(text()),
  parentId: optional(uuid('Another scene of the twin.')),
  createdById: uuid(),
  creationTime: dateTime(),
  lastModified: dateTime('Of the scene or its objects.'),
  tags: arrayOf(output({ id: uuid(), displayName: line({ untrimmed: true }) }, 'SceneTagReference')),
};

const sceneSummary = output(sceneMinimal, 'SceneMinimal');
const sceneWithLinks = output(
  { ...sceneMinimal, sceneData: output({ objects: link }, 'SceneDataLinks') },
  'SceneWithLinks',
);
const sceneFull = output(
  { ...sceneMinimal, sceneData: output({ objects: arrayOf(objectInScene) }, 'SceneData'), isPartial },
  'Scene',
);

export const linkedScene = output({ scene: sceneWithLinks }, 'SceneWithLinksResponse');
export const fullScene = output({ scene: sceneFull }, 'SceneResponse');
export const sceneList = output({ scenes: arrayOf(sceneSummary), _links: pagingLinks }, 'ScenesResponse');

const tagIds = () => optional(arrayOf(uuid(), { maxItems: 100 }));

const content = {
  displayName: name(),
  description: optional(text()),
  parentId: optional(uuid('Another scene of the twin.')),
  tagIds: tagIds(),
  sceneData: optional(input({ objects: arrayOf(objectCreate, { maxItems: mostSceneObjects }) })),
};

export const sceneReplace = input(content, 'SceneReplace');
export const sceneCreate = input({ id: optional(uuid('Made by the server when absent.')), ...content }, 'SceneCreate');

export const sceneUpdate = input(
  {
    displayName: optional(name()),
    description: optional(nullable(text())),
    parentId: optional(nullable(uuid())),
    tagIds: tagIds(),
  },
  'SceneUpdate',
);

/* Parameters. */

const twinId = { twinId: uuid('The twin of the scenes.') };

export const sceneParams = input({ sceneId: uuid() });
export const objectParams = input({ sceneId: uuid(), objectId: uuid() });
export const tagParams = input({ tagId: uuid() });

export const twinQuery = input(twinId);
export const pagedQuery = input({ ...twinId, ...pageQuery() });
export const objectsQuery = input({
  ...twinId,
  orderBy: optional(oneOf(['kind', 'displayName', 'order'], 'Default kind.')),
  ...pageQuery(mostSceneObjects),
});
export const idsQuery = input({
  ...twinId,
  ids: Type.Unsafe<string[]>({
    type: 'array',
    items: uuid(),
    minItems: 1,
    maxItems: mostNewObjects,
    list: true,
    description: 'Ids separated by commas.',
  }),
});
