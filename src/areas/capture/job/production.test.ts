import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseProduction } from './production.ts';

const exchange = (...settings: unknown[]) =>
  JSON.stringify({ ProductionSettingsExchange: settings.map((one) => ({ name: 'OBJ', settings: one })) });

describe('settings files of jobs', () => {
  it('are read for what is understood, and what is not is told', () => {
    const found = parseProduction(
      exchange({ SRS: 'epsg:25832', MaximumTextureSize: '8192', DoublePrecision: true }, '', {
        TexturedEnabled: 'False',
        Glow: 1,
        MaximumTextureSize: 'big',
      }),
    );
    assert.deepEqual(found, {
      srs: 'EPSG:25832',
      maximumTextureSize: 8192,
      texturedEnabled: false,
      ignored: ['Glow', 'MaximumTextureSize'],
    });
  });

  it('that are none say why', () => {
    for (const text of ['', '{', '[]', 'null', '{}', '{"ProductionSettingsExchange":[1]}']) {
      assert.ok(parseProduction(text).fault, text);
    }
  });
});
