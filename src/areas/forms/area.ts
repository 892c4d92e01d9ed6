import type { Area, Kit } from '../../api/area.ts';
import type { Api } from '../../api/http/endpoint.ts';
import { formsArchive } from './archived-tables.ts';
import { attachmentEndpoints } from './attachment/endpoints.ts';
import { auditEndpoints } from './audit/endpoints.ts';
import { type FormWork, formWork } from './background.ts';
import { commentEndpoints } from './comment/endpoints.ts';
import { definitionEndpoints } from './definition/endpoints.ts';
import { exportEndpoints } from './export/endpoints.ts';
import { formEndpoints } from './form/endpoints.ts';
import { extensions } from './form/extensions.ts';
import { listGroupEndpoints } from './list-group/endpoints.ts';
import { purgeTwin } from './maintenance.ts';
import { formsRepository } from './repository.ts';
import { formMigrations } from './tables.ts';
import { templateEndpoints } from './template/endpoints.ts';
import { type Templates, templateRepository } from './template/repository.ts';
import type { FormsApi } from './version.ts';
import { workflowEndpoints } from './workflow/endpoints.ts';

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

const calculationFaults = {
  date: '2026-11-27',
  text: 'Calculated values have at most 65,536 characters; forms tell by calculationFaults which values could not be made, and why.',
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
  endpoints: [...endpointsOf({ version }, made), ...(version === 2 ? extensions : [])],
  changelog: [
    calculationFaults,
    ...(version === 2 ? [listVersions, workflowVersions] : []),
    {
      date: '2026-11-27',
      text: 'GET bcf: `version` 2.1, and a picture for each viewpoint, drawn of the model where nobody took one. POST bcf reads version 2.0, and forgives what other programs forgive.',
    },
    {
      date: '2026-11-27',
      text: 'Texts in `properties` hold no control characters but tab and line breaks, and no lone surrogates: 422, as in subjects.',
    },
    { date: '2026-11-22', text: 'First edition: every operation of the specification.' },
  ],
});

/** Forms: what people fill in of a twin, and the definitions for it. */
export function formsArea(kit: Kit): Area {
  const { copies, shown } = formWork(kit);
  const made = { templates: templateRepository(kit.ports.settings.forms.templates, kit.log), copies };
  return {
    name: 'forms',
    apis: [apiOf(2, made), apiOf(1, made)],
    archive: formsArchive,
    migrations: formMigrations,
    repositories: [formsRepository],
    ...shown,
    listeners: { twins: { purged: (tx, twinId) => purgeTwin(tx, twinId, kit) } },
  };
}
