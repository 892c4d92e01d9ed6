import type { Area, Kit } from '../../api/area.ts';
import { testmodeArchive } from './archived-tables.ts';
import { creatingEndpoints, sandboxEndpoints } from './endpoints.ts';
import { keepMail } from './mail/store.ts';
import { beginSandbox } from './sandbox/create.ts';
import { endSandbox, removeSandboxes } from './sandbox/end.ts';
import { testmodeMigrations } from './tables.ts';

export interface TestModeOptions {
  /** Off: nothing is served; sandboxes end in time all the same. */
  readonly on: boolean;
  /** Sandboxes of one organization, or of a person without one, at a time. */
  readonly sandboxes: number;
}

/** Test mode: sandboxes, for those who build applications. */
export function testmodeArea(kit: Kit, { on, sandboxes }: TestModeOptions): Area {
  const { ports, now } = kit;
  const api = {
    name: 'testmode',
    title: 'Test mode',
    version: 1,
    prefix: '/testmode',
    testOnly: true,
    description:
      'Sandboxes for those who build applications: twins that tokens of test applications reach, and no others.',
    endpoints: [...creatingEndpoints(sandboxes), ...sandboxEndpoints],
    changelog: [
      { date: '2026-11-27', text: 'First edition: sandboxes, their mails, and how they become production twins.' },
    ],
  } as const;
  return {
    name: 'testmode',
    apis: on ? [api] : [],
    archive: testmodeArchive,
    migrations: testmodeMigrations,
    maintenance: [removeSandboxes(kit)],
    ports: {
      sandboxes: {
        begin: beginSandbox(ports, sandboxes),
        end: (tx, twin, by) => endSandbox(tx, twin, { ...by, ports }),
        keepMail: (tx, sandboxId, mail) => keepMail(tx, sandboxId, mail, { ports, now: now() }),
      },
    },
  };
}
