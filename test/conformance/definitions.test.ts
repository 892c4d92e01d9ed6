import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { TSchema } from 'typebox';
import { issuesOf } from '../../src/kernel/schema/validator.ts';
import { faultsOfExamples } from '../support/openapi-examples.ts';
import { eachPlatform } from '../support/platform.ts';

eachPlatform('definitions', (platform) => {
  describe('of every API', () => {
    it('are listed and downloadable without a token', async () => {
      const p = await platform();
      const { body } = await p.call(undefined, 'GET /definitions');
      assert.equal(body.definitions.length, p.app.apis.length);
      for (const one of body.definitions) {
        const changelog = await p.call(undefined, `GET ${one.changelog.href}`);
        assert.equal(changelog.headers.get('content-type'), 'text/markdown; charset=utf-8');
        assert.match(changelog.body, /^# .+ v\d+: changelog/);
      }
    });

    it('are valid OpenAPI 3 under two independent validators, and complete', async () => {
      const p = await platform();
      const { body } = await p.call(undefined, 'GET /definitions');
      for (const one of body.definitions) {
        const { body: document } = await p.call(undefined, `GET ${one.definition.href}`);
        const first = await new Validator().validate(structuredClone(document));
        assert.ok(first.valid, `${one.name}: ${JSON.stringify(first)}`);
        await SwaggerParser.validate(structuredClone(document));
        const api = p.app.apis.find(({ name, version }) => name === one.name && `v${version}` === one.version);
        const operations = Object.values(document.paths).flatMap((path) => Object.values(path as object));
        assert.equal(operations.length, api?.endpoints.length);
        for (const operation of operations) {
          assert.ok(operation.responses['401'] && operation.responses['429'], operation.operationId);
        }
      }
    });

    it('have examples of bodies that fit their shapes', async () => {
      const { apis } = (await platform()).app;
      const faults = apis
        .flatMap((api) => api.endpoints)
        .filter(({ body, bodyExample }) => body && !('raw' in body) && bodyExample !== undefined)
        .flatMap(({ id, body, bodyExample }) =>
          issuesOf(body as TSchema, bodyExample).map(({ target }) => [id, target]),
        );
      assert.deepEqual(faults, []);
    });

    it('have examples that fit their own schemas', async () => {
      const p = await platform();
      const { body } = await p.call(undefined, 'GET /definitions');
      const faults: string[] = [];
      for (const one of body.definitions) {
        const { body: document } = await p.call(undefined, `GET ${one.definition.href}`);
        faults.push(...faultsOfExamples(document));
      }
      assert.deepEqual(faults, []);
    });

    it('answer 404 in the platform error shape for an API that is not there', async () => {
      const p = await platform();
      const answer = await p.call(undefined, 'GET /definitions/nothing-v1.json');
      assert.equal(answer.status, 404);
      assert.equal(answer.body.error.code, 'ResourceNotFound');
    });
  });

  it('health is open to everyone', async () => {
    const p = await platform();
    assert.deepEqual((await p.call(undefined, 'GET /health/live')).body, { status: 'ok' });
    assert.deepEqual((await p.call(undefined, 'GET /health/ready')).body, { status: 'ok' });
  });
});
