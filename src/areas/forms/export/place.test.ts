import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Properties } from '../form/content.ts';
import { placeBlocks } from './place.ts';

const form = { id: 'form', twin_id: 'twin' };
const fieldsOf = (origin: Properties) =>
  placeBlocks(origin, form, 'https://here').flatMap((one) => (one.is === 'field' ? [[one.label, one.text]] : []));

describe('the place of a form in its PDF', () => {
  it('names model, element, storey and coordinates, and the address of its view', () => {
    const modelElement = {
      modelId: 'm',
      modelName: 'house.ifc',
      elementId: '0x12',
      elementName: 'Wall 130',
      elementClass: 'Wall',
      storeyName: 'Ground floor',
    };
    const modelPin = { location: { x: 1, y: -2.5, z: 3.25049 } };
    assert.deepEqual(fieldsOf({ sourceEntity: { modelElement }, modelPin }), [
      ['Model', 'house.ifc'],
      ['Element', 'Wall 130, Wall'],
      ['Storey', 'Ground floor'],
      ['Coordinates', '1.000, -2.500, 3.250 m'],
      ['View in 3D', 'https://here/console/twins/twin/models/m?issue=form'],
    ]);
  });

  it('leaves out what nobody has told, and is not there for a form about no model', () => {
    assert.deepEqual(fieldsOf({ sourceEntity: { modelElement: { modelId: 'm', elementId: '0' } } }), [
      ['Model', 'm'],
      ['View in 3D', 'https://here/console/twins/twin/models/m?issue=form'],
    ]);
    assert.deepEqual(placeBlocks({}, form, 'https://here'), []);
  });
});
