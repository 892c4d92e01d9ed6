import {
  arrayOf,
  input,
  line,
  nullable,
  oneOf,
  optional,
  output,
  paragraphs,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { pageLinks } from '../paging.ts';
import { membersIn, perVersion } from '../version.ts';

export const statuses = ['Draft', 'Approved', 'Maintenance', 'Archived'] as const;
export const errorStatuses = ['None', 'Warning', 'Error', 'Critical', 'Unknown'] as const;
const shareTypes = ['ReadOnly', 'ReadWrite'] as const;

export const id = (description = 'Opaque; 43 characters.') => line({ untrimmed: true, description });
export const disciplineShown = optional(line({ untrimmed: true }));

const nameIn = () => line({ min: 1, max: 255 });
const prefixIn = () => optional(nullable(line({ min: 1, max: 25, description: 'Null: made of the type.' })));
const textIn = () => line({ min: 1, max: 100 });

const short = {
  id: id(),
  displayName: line({ untrimmed: true }),
  type: line({ untrimmed: true }),
  discipline: disciplineShown,
};
const more = {
  status: oneOf(statuses),
  errorStatus: oneOf(errorStatuses, 'What is wrong with the layout.'),
  shareType: nullable(oneOf(shareTypes)),
  idPrefix: nullable(line({ untrimmed: true })),
};
const layout = { definition: paragraphs({ description: 'JSON: { "Form": { "Controls": […] } }.' }) };
const moreInLists = {
  status: optional(more.status),
  errorStatus: optional(more.errorStatus),
  shareType: optional(more.shareType),
  idPrefix: optional(more.idPrefix),
};

export const definitionUpdate = input(
  {
    displayName: optional(nameIn()),
    status: optional(oneOf(statuses)),
    shareType: optional(nullable(oneOf(shareTypes))),
    idPrefix: prefixIn(),
  },
  'FormDefinitionUpdate',
);

export const definitionOverrides = {
  type: optional(textIn()),
  status: optional(oneOf(statuses)),
  displayName: optional(nameIn()),
  idPrefix: prefixIn(),
  discipline: optional(textIn()),
};
const source = {
  sourceFormDefinitionId: line({ min: 1 }),
  destinationTwinId: uuid(),
  importAction: optional(oneOf(['Copy', 'Upsert', 'Share'], 'Default Copy.')),
};
const templateSource = { templateName: line({ min: 1 }), destinationTwinId: uuid() };
const template = { name: line({ untrimmed: true }), type: line({ untrimmed: true }), discipline: disciplineShown };

export const definitionShapes = perVersion((api) => {
  const representation = output(membersIn(api, { ...short, ...more }), 'FormDefinition');
  const full = output(membersIn(api, { ...short, ...more, ...layout }), 'FormDefinitionFull');
  const listed = output(membersIn(api, { ...short, ...moreInLists }), 'FormDefinitionSummary');
  const templates = arrayOf(output(membersIn(api, template), 'FormTemplate'));
  return {
    one: output({ formDefinition: representation }, 'FormDefinitionResponse'),
    oneFull: output({ formDefinition: full }, 'FormDefinitionFullResponse'),
    list: output({ formDefinitions: arrayOf(listed), _links: optional(pageLinks) }, 'FormDefinitionsResponse'),
    update: definitionUpdate,
    import: input({ ...source, ...membersIn(api, definitionOverrides) }, 'FormDefinitionImport'),
    importTemplate: input({ ...templateSource, ...membersIn(api, definitionOverrides) }, 'FormTemplateImport'),
    templates: output({ templates }, 'FormTemplatesResponse'),
  };
});

export const imageLinks = output(
  {
    _links: output({
      imageUrl: output(
        { href: line({ untrimmed: true, description: 'Usable without token for an hour.' }) },
        'ImageLink',
      ),
    }),
  },
  'FormStaticImageResponse',
);
