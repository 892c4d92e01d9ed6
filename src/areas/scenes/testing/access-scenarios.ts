import type { Scenario } from './run-scenarios.ts';

type Guarded = readonly [call: string, lacks: 'visitor' | 'viewer' | 'writer', code: string | 403];

const ofTwin: readonly Guarded[] = [
  ['GET /scenes/', 'visitor', 403],
  ['POST /scenes/', 'viewer', 403],
  ['GET /scenes/tags', 'visitor', 403],
  ['POST /scenes/tags', 'viewer', 403],
];

const ofScene: readonly Guarded[] = [
  ['GET /scenes/{scene}', 'visitor', 'SceneNotFound'],
  ['PUT /scenes/{scene}', 'viewer', 'SceneNotFound'],
  ['PATCH /scenes/{scene}', 'viewer', 'SceneNotFound'],
  ['DELETE /scenes/{mixedScene}', 'writer', 'SceneNotFound'],
  ['GET /scenes/{scene}/objects', 'visitor', 'SceneNotFound'],
  ['POST /scenes/{scene}/objects', 'viewer', 'SceneNotFound'],
  ['PATCH /scenes/{scene}/objects', 'viewer', 'SceneNotFound'],
  ['DELETE /scenes/{scene}/objects', 'viewer', 'SceneNotFound'],
  ['GET /scenes/{scene}/objects/{layer}', 'visitor', 'SceneNotFound'],
  ['PATCH /scenes/{scene}/objects/{layer}', 'viewer', 'SceneNotFound'],
  ['DELETE /scenes/{scene}/objects/{layer}', 'viewer', 'SceneNotFound'],
];

const ofTag: readonly Guarded[] = [
  ['GET /scenes/tags/{tag}', 'visitor', 'TagNotFound'],
  ['PATCH /scenes/tags/{tag}', 'viewer', 'TagNotFound'],
  ['DELETE /scenes/tags/{tag}', 'viewer', 'TagNotFound'],
];

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const target = (code: string) => ({ SceneNotFound: 'scene', TagNotFound: 'tag' })[code] ?? 'sceneObject';
const withIds = (call: string) => (call === 'DELETE /scenes/{scene}/objects' ? '&ids={layer}' : '');

/** Not found, and told of what. */
const absent = (name: string, call: string, as: NonNullable<Scenario['as']>, code: string): Scenario => ({
  name,
  call,
  as,
  status: 404,
  code,
  proves: ({ body }) => {
    if (body.error.target !== target(code)) throw new Error(JSON.stringify(body));
  },
});

/** Who may not: told apart before the request's body is looked at, so none is sent. */
const guarded = [...ofTwin, ...ofScene, ...ofTag].flatMap(([call, lacks, code]): Scenario[] => {
  const asked = `${call}?twinId={twinId}${withIds(call)}`;
  const noTwin = `${call}?twinId=${unknown}${withIds(call)}`;
  const isList = code === 403;
  const refused = (name: string, path: string, as: NonNullable<Scenario['as']>): Scenario =>
    isList
      ? { name, call: path, as, status: 403, code: 'InsufficientPermissions' }
      : absent(name, path, as, String(code));
  return [
    { name: `${call} without a token`, call: asked, status: 401, code: 'HeaderNotFound' },
    refused(`${call} by a stranger`, asked, 'stranger'),
    refused(`${call} of an unknown twin`, noTwin, 'owner'),
    { name: `${call} by a ${lacks}`, call: asked, as: lacks, status: 403, code: 'InsufficientPermissions' },
    { name: `${call} of no twin`, call: call, as: 'owner', status: 400, code: 'InvalidScenesRequest' },
    {
      name: `${call} of a twin that is none`,
      call: asked.replace('{twinId}', 'x'),
      as: 'stranger',
      status: 400,
      targets: ['twinId'],
      proves: ({ body }) => {
        const [{ message }] = body.error.details;
        if (message !== 'TwinId must be a UUID.') throw new Error(message);
      },
    },
  ];
});

/** Scenes, objects and tags of another twin, of none, and with ids that are none. */
const misplaced = [...ofScene, ...ofTag].flatMap(([call, , code]): Scenario[] => {
  const asked = `${call}?twinId={twinId}${withIds(call)}`;
  const first = (id: string) => asked.replace(/\{(scene|mixedScene|tag)\}/, id);
  const foreign = call.includes('tags') ? '{strangerTag}' : '{strangerScene}';
  const isPut = call.startsWith('PUT');
  return [
    ...(isPut ? [] : [foreign, unknown].map((id) => absent(`${call} with ${id}`, first(id), 'owner', String(code)))),
    ...(isPut
      ? []
      : [absent(`${call} in another twin`, asked.replace('{twinId}', '{hiddenTwin}'), 'owner', String(code))]),
    {
      name: `${call} with an id that is none`,
      call: first('x'),
      as: 'visitor',
      status: 400,
      code: 'InvalidScenesRequest',
      targets: [call.includes('tags') ? 'tagId' : 'sceneId'],
    },
  ];
});

const objects = ofScene
  .filter(([call]) => call.includes('{layer}'))
  .flatMap(([call]): Scenario[] => {
    const withId = (id: string) => `${call.replace('{layer}', id)}?twinId={twinId}`;
    return [
      ...['{strangerObject}', '{shown}', unknown].map((id) =>
        absent(`${call} with ${id}`, withId(id), 'writer', 'SceneObjectNotFound'),
      ),
      absent(`${call} of a model, withheld`, withId('{model}'), 'blind', 'SceneObjectNotFound'),
      absent(`${call} of what styles it`, withId('{visibility}'), 'blind', 'SceneObjectNotFound'),
      { name: `${call} with an id that is none`, call: withId('x'), as: 'writer', status: 400, targets: ['objectId'] },
    ];
  });

export const accessScenarios: readonly Scenario[] = [...guarded, ...misplaced, ...objects];
