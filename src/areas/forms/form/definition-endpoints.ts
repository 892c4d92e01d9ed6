import { endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { need } from '../access.ts';
import { definitionShapes } from '../definition/schema.ts';
import { findDefinition } from '../definition/store.ts';
import { definitionView } from '../definition/view.ts';
import { formNotFound } from '../errors.ts';
import { layoutText } from '../layout/store.ts';
import { onForm } from './access.ts';

const api = { version: 2 } as const;

/** What a form is drawn and checked by; an addition, in version 2 only. */
export const formDefinitionEndpoint = endpoint({
  id: 'forms.getDefinitionOfFormData',
  method: 'GET',
  path: '/forms/{id}/form-definition',
  title: 'Get form definition of form data',
  description: 'With the version of the layout that the form was made with. Who may view the form may have it.',
  access: onForm(need.view),
  answers: { 200: json(definitionShapes(api).oneFull, 'The definition with the layout of the form.') },
  async run({ target: { resource } }, { db }) {
    const row = await findDefinition(db, resource.definition_id);
    if (row === undefined) return fail(formNotFound);
    const definition = await layoutText(db, row.id, resource.layout_version);
    return reply(200, { formDefinition: { ...definitionView(row, api), definition } });
  },
});
