import assert from 'node:assert/strict';
import { it } from 'node:test';
import { kindText, modelOf } from './about-job.ts';

it('says what kind of work a job is, of kinds that are not known, too', () => {
  const texts = ['models.import', 'meshExport.tiles', 'soilSurvey.run', 'test.hold'].map(kindText);
  assert.deepEqual(texts, ['Import of a model', 'Making of the 3D view', 'Soil survey', 'Test']);
});

it('knows the model that a job works for', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const of = (path: string | null) =>
    modelOf({ _links: { self: { href: '' }, resource: path === null ? null : { href: `http://x${path}` } } });
  assert.equal(of(`/models/${id}/changesets/abc`), id);
  assert.equal(of(`/mesh-export/?modelId=${id}&changesetId=abc`), id);
  assert.equal(of(`/changedelements/comparisonjob/a-b/twin/${crypto.randomUUID()}/model/${id}`), id);
  for (const path of [null, `/storage/files/${id}`, `/mesh-export/${id}`]) assert.equal(of(path), undefined);
});
