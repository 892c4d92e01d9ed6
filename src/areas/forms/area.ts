import type { Area, Kit } from '../../kernel/area.ts';
import type { Api } from '../../kernel/http/endpoint.ts';
import type { GeneratedRepository } from '../../kernel/ports/repositories.ts';
import { viewPermissions } from './access.ts';
import { additions } from './additions.ts';
import { attachmentEndpoints } from './attachment.endpoints.ts';
import { auditEndpoints } from './audit.endpoints.ts';
import { commentEndpoints } from './comment.endpoints.ts';
import { definitionEndpoints } from './definition.endpoints.ts';
import { exportEndpoints } from './export.endpoints.ts';
import { formEndpoints } from './form.endpoints.ts';
import { hasForms } from './form.store.ts';
import { listGroupEndpoints } from './list-group.endpoints.ts';
import { formMigrations } from './tables.ts';
import { type Templates, templateRepository } from './template/repository.ts';
import { templateEndpoints } from './template.endpoints.ts';
import { purgeTwin } from './upkeep.ts';
import type { FormsApi } from './version.ts';
import { type FormWork, formWork } from './work.ts';
import { workflowEndpoints } from './workflow.endpoints.ts';

interface Made {
  readonly templates: Templates;
  readonly copies: FormWork['copies'];
}

const endpointsOf = (api: FormsApi, { templates, copies }: Made) =>
  [
    ...formEndpoints,
    ...auditEndpoints,
    ...commentEndpoints,
    ...attachmentEndpoints(copies),
    ...exportEndpoints,
    ...definitionEndpoints,
    ...templateEndpoints(templates),
    ...listGroupEndpoints,
    ...workflowEndpoints,
  ].map((make) => make(api));

const workflowVersions = {
  date: '2026-11-23',
  text: 'Replace and Delete workflow take If-Match; who may not manage forms is refused before the body is looked at.',
};

const listVersions = {
  date: '2026-11-24',
  text: 'List groups tell their version, which Upload list group file takes as If-Match; copies of pictures are made when they are uploaded.',
};

const apiOf = (version: 1 | 2, made: Made): Api => ({
  name: 'forms',
  title: 'Forms',
  version,
  prefix: '/forms',
  description:
    version === 2
      ? 'Forms of a twin, such as daily logs, issues and inspections, with comments, attachments and an audit trail; the definitions that they are made from, with workflows and lists.'
      : 'The first version: paths in camelCase, and nothing of disciplines. New programs use version 2.',
  endpoints: [...endpointsOf({ version }, made), ...(version === 2 ? additions : [])],
  changelog: [
    ...(version === 2 ? [listVersions, workflowVersions] : []),
    { date: '2026-11-22', text: 'First edition: every operation of the specification.' },
  ],
});

/** A twin has it while there is a form. */
const formsRepository: GeneratedRepository = {
  class: 'Forms',
  displayName: 'Forms',
  permissions: viewPermissions,
  path: (twinId) => `/forms/?twinId=${twinId}`,
  hasData: hasForms,
};

/** Forms: what people fill in of a twin, and the definitions for it. */
export function formsArea(kit: Kit): Area {
  const { copies, shown } = formWork(kit);
  const made = { templates: templateRepository(kit.ports.settings.forms.templates, kit.log), copies };
  return {
    name: 'forms',
    apis: [apiOf(2, made), apiOf(1, made)],
    migrations: formMigrations,
    repositories: [formsRepository],
    ...shown,
    watches: { twins: { purged: (tx, twinId) => purgeTwin(tx, twinId, kit) } },
  };
}
