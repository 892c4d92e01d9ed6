import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from './session.ts';
import { changingLine } from './steps.ts';

export interface Model {
  readonly id: string;
  readonly state: 'Importing' | 'Ready' | 'Failed';
  readonly progress: number | null;
  readonly error?: { readonly line?: number; readonly reason: string };
  readonly fileId: string;
  readonly latestChangesetId?: string;
  readonly elementCount: number | null;
  readonly classes: readonly { readonly name: string; readonly count: number }[];
}

interface Export {
  readonly id: string;
  readonly status: 'NotStarted' | 'InProgress' | 'Complete' | 'Invalid';
  readonly error?: string | null;
  readonly request: { readonly exportType: string };
  readonly _links?: { readonly mesh: { readonly href: string } };
}

const pollMs = 250;

/** Waits until the newest version of a file is imported and can be shown; tells what is in it. */
export async function waitForModel(session: Session, twinId: string, fileId: string): Promise<Model> {
  session.steps.say('Import');
  const models = await session.call<{ models: Model[] }>('GET', `/models?twinId=${twinId}`);
  const found = models.models.find((model) => model.fileId === fileId);
  if (found === undefined) throw new Error('The file is no model.');
  const line = changingLine();
  let model = found;
  while (model.state === 'Importing') {
    line(`  ${model.progress === null ? 'waiting' : `${model.progress} %`}`);
    await sleep(pollMs);
    ({ model } = await session.call<{ model: Model }>('GET', `/models/${found.id}`, { quiet: true }));
  }
  line(`  ${model.state}\n`);
  const at = model.error?.line === undefined ? '' : `line ${model.error.line}: `;
  if (model.state === 'Failed') throw new Error(`The import failed: ${at}${model.error?.reason}`);
  const counts = model.classes.map(({ name, count }) => `${count} ${name}`).join(', ');
  console.log(`  ${model.elementCount} elements: ${counts}`);
  await waitForExports(session, model);
  return model;
}

async function waitForExports({ call, steps }: Session, model: Model): Promise<void> {
  steps.say('Tiles for viewers');
  const path = `/mesh-export?modelId=${model.id}&changesetId=${model.latestChangesetId}`;
  const line = changingLine();
  for (let first = true; ; first = false) {
    const { exports } = await call<{ exports: Export[] }>('GET', path, { quiet: !first, prefer: 'representation' });
    line(`  ${exports.map((one) => `${one.request.exportType} ${one.status}`).join(', ')}`);
    if (exports.every(({ status }) => status === 'Complete' || status === 'Invalid')) {
      line('\n');
      for (const { status, error, request } of exports) {
        if (status === 'Invalid') throw new Error(`The export ${request.exportType} failed: ${error}`);
      }
      return;
    }
    await sleep(pollMs);
  }
}
