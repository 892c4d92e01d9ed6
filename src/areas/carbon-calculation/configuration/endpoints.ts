import type { Located } from '../../../api/auth/access-rules.ts';
import { anyCaller } from '../../../api/auth/access-rules.ts';
import { type Endpoint, empty, endpoint, json, noContent } from '../../../api/http/endpoint.ts';
import { isFailed, problems } from '../../../api/http/problem.ts';
import { membersOf } from '../../../std/records.ts';
import { onAskedTwin, onConfiguration } from '../access.ts';
import { invalid, twinNotFound } from '../errors.ts';
import { newConfigurationExample } from '../examples.ts';
import {
  configurationCreate,
  configurationList,
  configurationsQuery,
  configurationUpdate,
  oneConfiguration,
} from '../schema/configuration.ts';
import { removeConfiguration } from '../store/configurations.ts';
import type { ConfigurationRow } from '../tables.ts';
import { prefix, suffixOf, type Tool } from '../tools.ts';
import { configurationReply } from '../view.ts';
import { createConfiguration, invalidCreate } from './create.ts';
import { getConfigurations, invalidList } from './list.ts';
import { createFaults, labelFaults } from './rules.ts';
import { replaceConfiguration } from './update.ts';

const version = ({ resource }: Located<ConfigurationRow>) => resource.version;

const endpointsOfAll = (tool: Tool): readonly Endpoint[] => [
  endpoint({
    id: `carbonCalculation.createConfiguration${suffixOf(tool)}`,
    method: 'POST',
    path: `${prefix}/${tool}/configurations`,
    title: 'Create configuration',
    description:
      'Either of a report (`reportId`, and `reportTable` in every label) or of a model (`twinId` and `modelId`, and `mappingId` and `groupName` in every label). Report, model and mapping need not be there yet.',
    access: anyCaller,
    changes: 'inTwin',
    body: configurationCreate,
    bodyExample: newConfigurationExample,
    invalid: invalidCreate,
    check: createFaults,
    answers: { 201: json(oneConfiguration, 'The new configuration.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ body }, context) => createConfiguration(tool, body, context),
  }),

  endpoint({
    id: `carbonCalculation.getConfigurations${suffixOf(tool)}`,
    method: 'GET',
    path: `${prefix}/${tool}/configurations`,
    title: 'Get configurations',
    description: 'Of a twin, without their labels.',
    access: onAskedTwin,
    query: configurationsQuery,
    invalid: invalidList,
    answers: { 200: json(configurationList, 'Newest first.') },
    run: ({ target, query }, context) => getConfigurations(tool, target, query, context),
  }),
];

const endpointsOfOne = (tool: Tool): readonly Endpoint[] => [
  endpoint({
    id: `carbonCalculation.getConfiguration${suffixOf(tool)}`,
    method: 'GET',
    path: `${prefix}/${tool}/configurations/{configurationId}`,
    title: 'Get configuration',
    access: onConfiguration(tool),
    version,
    answers: { 200: json(oneConfiguration, 'The configuration.') },
    run: ({ target }, context) => configurationReply(200, target.resource, context),
  }),

  endpoint({
    id: `carbonCalculation.updateConfiguration${suffixOf(tool)}`,
    method: 'PUT',
    path: `${prefix}/${tool}/configurations/{configurationId}`,
    title: 'Update configuration',
    description:
      'Replaces name, description and labels. Report, twin and model stay; jobs keep the configuration that they began with.',
    access: onConfiguration(tool),
    body: configurationUpdate,
    invalid: invalid('update configuration'),
    check: ({ body }, { resource }) => labelFaults(membersOf(body).labels, resource.form),
    version,
    answers: { 200: json(oneConfiguration, 'The configuration as it is now.') },
    run: ({ target, body }, context) => replaceConfiguration(target.resource, body, context),
  }),

  endpoint({
    id: `carbonCalculation.deleteConfiguration${suffixOf(tool)}`,
    method: 'DELETE',
    path: `${prefix}/${tool}/configurations/{configurationId}`,
    title: 'Delete configuration',
    description: 'Jobs that began with it go on.',
    access: onConfiguration(tool),
    version,
    answers: { 204: empty('It is gone.') },
    async run({ target }, { write }) {
      const outcome = await write((tx) => removeConfiguration(tx, target.resource.id));
      return isFailed(outcome) ? outcome : noContent;
    },
  }),
];

/** What is calculated: tables or groups of a model, and which of their columns hold names, quantities and materials. */
export const configurationEndpoints = (tool: Tool): readonly Endpoint[] => [
  ...endpointsOfAll(tool),
  ...endpointsOfOne(tool),
];
