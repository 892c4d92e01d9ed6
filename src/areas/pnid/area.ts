import type { Area, Kit } from '../../api/area.ts';
import { prefix } from './access.ts';
import { pnidArchive } from './archived-tables.ts';
import { correctionEndpoints } from './corrections/endpoints.ts';
import { inferenceEndpoints } from './inference/endpoints.ts';
import { inputEndpoints } from './input/endpoints.ts';
import { runEndpoints } from './run/endpoints.ts';
import { runJob } from './run/job.ts';
import { inferencesOfTwin, removeInference } from './store/runs.ts';
import { removeSetsOfTwin } from './store/symbols.ts';
import { symbolEndpoints } from './symbols/endpoints.ts';
import { pnidMigrations } from './tables.ts';
import { elementFinder } from './tags/elements.ts';
import { tagEndpoints } from './tags/endpoints.ts';

/** PnID to twin: what piping-and-instrumentation diagrams show, as data. */
export function pnidArea(kit: Kit): Area {
  return {
    name: 'pnid',
    apis: [
      {
        name: 'pnid-to-twin',
        title: 'PnID to twin',
        version: 2,
        prefix,
        description:
          'Reads piping-and-instrumentation diagrams as PDF, SVG, DXF or pictures: symbols, texts, tags and lines, per sheet as JSON and Proteus XML with the picture that they refer to.',
        endpoints: [
          ...inferenceEndpoints,
          ...inputEndpoints,
          ...runEndpoints,
          ...correctionEndpoints,
          ...symbolEndpoints,
          ...tagEndpoints(elementFinder()),
        ],
        changelog: [
          { date: '2026-11-22', text: 'First edition: every operation of the specification.' },
          { date: '2026-11-22', text: 'Symbol sets, learnt from marked symbols.' },
          { date: '2026-11-22', text: 'What was found as tables; tags looked up on drawings and in models.' },
          {
            date: '2026-11-23',
            text: 'What a review said holds in later runs of the inference, too; `reviews` in metadata.json.',
          },
          { date: '2026-11-23', text: 'Who corrected what on a sheet, and when.' },
          {
            date: '2026-11-27',
            text: 'Patterns of symbol sets have no lookarounds, back references or more than 1,000 repetitions: they are tested in linear time.',
          },
          {
            date: '2026-11-27',
            text: 'Frames, title blocks, tables, notes and legends of vector sheets are `areas` and no symbols; `sheet` has what the title block says; `table=sheets`.',
          },
          {
            date: '2026-11-27',
            text: "The symbol set ISO, ISA, NORSOK; without `symbolSetId` both that are built in are looked for, `asset.symbolSets`; `properties` of symbols; `range`, `inside`, `properties` of a set's symbols, `dashed` and `needed` of their lines.",
          },
          {
            date: '2026-11-27',
            text: '`properties.kind` of signal lines; thin lines of instruments are signal lines.',
          },
        ],
      },
    ],
    archive: pnidArchive,
    migrations: pnidMigrations,
    jobs: [runJob(kit)],
    listeners: {
      twins: {
        async purged(tx, twinId) {
          for (const id of await inferencesOfTwin(tx, twinId)) await removeInference(tx, id, kit.ports);
          await removeSetsOfTwin(tx, twinId);
        },
      },
    },
  };
}
