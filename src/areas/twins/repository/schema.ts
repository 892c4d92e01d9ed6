import { Type } from 'typebox';
import { generatedClasses } from '../../../api/ports/repositories.ts';
import { anyObject, input, known, line, nullable, optional, output, url, uuid } from '../../../kernel/schema/shapes.ts';

/** The classes, and for those that can be registered their subClasses. */
export const repositoryClasses: Readonly<
  Record<string, { readonly registrable: boolean; readonly subClasses: readonly string[] }>
> = {
  GeographicInformationSystem: {
    registrable: true,
    subClasses: ['WebMapService', 'WebMapTileService', 'WebFeatureService', 'ArcGIS', 'UrlTemplate', 'OgcApiFeatures'],
  },
  Construction: { registrable: true, subClasses: ['Performance'] },
  Subsurface: { registrable: true, subClasses: ['EvoWorkspace'] },
  ...Object.fromEntries(generatedClasses.map((one) => [one, { registrable: false, subClasses: [] }])),
};

/** Members each kind of authentication needs. */
export const authenticationMembers: Readonly<Record<string, readonly string[]>> = {
  Header: ['key', 'value'],
  QueryParameter: ['key', 'value'],
  Basic: ['username', 'password'],
  OAuth2AuthorizationCodePKCE: ['clientId', 'scopes', 'authorizationEndpoint', 'tokenEndpoint', 'redirectUri'],
};

const repositoryClass = (more: { readonly min?: number } = {}) =>
  line({ ...known(Object.keys(repositoryClasses)), ...more });

const uri = { uri: output({ uri: url() }) };

export const repository = output(
  {
    id: line({ description: 'A uuid for registered ones; the lower-case class name for generated ones.' }),
    class: repositoryClass(),
    subClass: optional(line()),
    displayName: line(),
    uri: Type.Unsafe<string>({ ...line(), link: true }),
    capabilities: optional(output({ resources: optional(uri.uri), graphics: optional(uri.uri) })),
    authentication: optional(anyObject('By `type`: Header, QueryParameter, Basic or OAuth2AuthorizationCodePKCE.')),
    options: optional(anyObject()),
  },
  'Repository',
);

export const repositoryAnswer = output({ repository }, 'RepositoryResponse');
export const repositoriesAnswer = output({ repositories: Type.Array(repository) }, 'RepositoriesResponse');

/** Repository.create. What is inside `authentication` and `options` is checked by rules.ts. */
export const repositoryCreate = input(
  {
    class: repositoryClass({ min: 1 }),
    subClass: optional(nullable(line())),
    uri: line({ min: 1, max: 2000 }),
    displayName: optional(nullable(line({ max: 200 }))),
    authentication: optional(nullable(anyObject())),
    options: optional(nullable(anyObject())),
  },
  'RepositoryCreate',
);

/** Repository.update: `authentication` and `options` are replaced whole, null removes them. */
export const repositoryUpdate = input(
  {
    displayName: optional(line({ min: 1, max: 200 })),
    uri: optional(line({ min: 1, max: 2000 })),
    authentication: optional(nullable(anyObject())),
    options: optional(nullable(anyObject())),
  },
  'RepositoryUpdate',
);

export const resource = output(
  {
    id: line(),
    class: repositoryClass(),
    subClass: optional(line()),
    type: optional(line()),
    displayName: line(),
    capabilities: optional(output({ graphics: uri.uri })),
    properties: optional(anyObject()),
  },
  'RepositoryResource',
);

export const resourceCreate = input(
  {
    id: line({ min: 1, max: 200 }),
    displayName: line({ min: 1, max: 200 }),
    type: optional(nullable(line({ max: 100 }))),
  },
  'RepositoryResourceCreate',
);

export const graphics = output(
  {
    graphics: Type.Array(
      output({
        type: line(),
        uri: line(),
        authentication: optional(anyObject()),
        provider: optional(output({ name: line(), options: optional(anyObject()) })),
      }),
    ),
  },
  'RepositoryGraphicsResponse',
);

export const repositoriesQuery = input({ class: optional(repositoryClass()), subClass: optional(line()) });
export const twinIdParams = input({ twinId: uuid() });
