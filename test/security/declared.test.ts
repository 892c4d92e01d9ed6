import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TSchema } from 'typebox';
import { exampleOf } from '../../src/api/openapi/example.ts';
import { declaredPart } from '../../src/kernel/schema/declared.ts';
import { servedApis } from '../../src/start/served-apis.ts';

const undeclared = 'undeclaredMember';

/** The value with a member more in each of its objects. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withMore(member)]);
  return { ...Object.fromEntries(members), [undeclared]: true };
}

/** Where the member is, with `[]` for items; what is inside of such a place is not looked at. */
function placesOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => placesOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  if (undeclared in value) return [path];
  return Object.entries(value).flatMap(([name, member]) => placesOf(member, path === '' ? name : `${path}.${name}`));
}

/** Where a form comes from, and its own values. */
const ofForms = ['boundingBox', 'container', 'item', 'location', 'modelPin', 'modelView', 'properties', 'sourceEntity'];

/** Objects that their API stores and gives back as they are, or checks by their own rules. */
const free: Readonly<Record<string, readonly string[]>> = {
  'accessControl.createTwinJob': ['actions.options'],
  'federation.createSystem': ['credentials'],
  'federation.updateSystem': ['credentials'],
  'realityAnalysis.createJob': ['specifications.inputs', 'specifications.options'],
  'realityAnalysisV1.createJob': ['options'],
  'realityAnalysisV1.updateJob': ['options'],
  'forms.createFormData': ofForms,
  'forms.updateFormData': ofForms,
  'forms.changeForms': ['operations[].body'],
  'formsV1.createFormData': ofForms,
  'formsV1.updateFormData': ofForms,
  'meshExport.startExport': ['geometryOptions', 'tilerConfig', 'viewDefinitionFilter'],
  'pnid.createSymbolSet': ['symbols[].properties'],
  'pnid.reviewResult': ['areas[]', 'asset', 'connectionPoints', 'links', 'regions[]', 'sheet'],
  'pnid.tryOutSymbolSet': ['draft.symbols[].properties'],
  'pnid.updateSymbolSet': ['symbols[].properties'],
  'savedViews.createSavedView': ['savedViewData'],
  'savedViews.updateSavedView': ['savedViewData'],
  'scenes.createObjects': ['objects[].data'],
  'scenes.createScene': ['sceneData.objects[].data'],
  'scenes.replaceScene': ['sceneData.objects[].data'],
  'scenes.updateObject': ['data'],
  'scenes.updateObjects': ['objects[].data', 'operations[].payload'],
  'twins.createTwinRepository': ['authentication', 'options'],
  'twins.updateTwinRepository': ['authentication', 'options'],
};

it('no endpoint hands an undeclared member of a body to its handler, but in objects that are declared as free', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const { endpoints } of await servedApis()) {
    for (const { id, body, bodyExample } of endpoints) {
      if (body === undefined || 'raw' in body) continue;
      const schema = body as TSchema;
      const examples = [exampleOf(schema), ...(bodyExample === undefined ? [] : [bodyExample])];
      const places = examples.flatMap((one) => placesOf(declaredPart(schema, withMore(one))));
      if (places.length > 0) found[id] = [...new Set(places)].sort();
    }
  }
  assert.deepEqual(found, free);
});
