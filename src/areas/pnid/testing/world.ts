import { requireSuccess } from '../../../../test/support/platform.ts';
import { inTwin } from '../../../../test/support/verdicts.ts';
import type { Making, WorldPart } from '../../../../test/support/world-part.ts';
import { unique } from '../../../../test/support/world-things.ts';
import { smallSheet } from '../../../engines/drawings/testing/sheets.ts';
import { nameOfFileId } from '../file-id.ts';
import { endedRun, headersFor, pnid } from './fixture.ts';

async function newInference({ make, idOf }: Making): Promise<string> {
  const body = { modelVersion: '1.3', twinId: await idOf('twin') };
  return (await make(`POST ${pnid}/inferences`, body)).inference.id;
}

async function upload({ p, society }: Making, inference: string, name: string): Promise<string> {
  const sent = { body: smallSheet(), headers: headersFor(name) };
  return requireSuccess(await p.call(society.administrator, `POST ${pnid}/inferences/${inference}/inputs/`, sent)).input
    .id;
}

/** The sheet whose prediction file has this id. */
const sheetOf = (fileId: string): string => (nameOfFileId(fileId) ?? '').replace(/\.json$/, '');

const things: Required<WorldPart>['things'] = {
  pnidInference: newInference,
  pnidInput: async (m) => upload(m, await m.idOf('pnidInference'), `${unique('Sheet')}.svg`),
  async pnidRead(m) {
    const inference = await newInference(m);
    await upload(m, inference, `${unique('Read')}.svg`);
    await m.make(`POST ${pnid}/inferences/${inference}/run`);
    await endedRun({ p: m.p, engineer: m.society.administrator, twinId: '' }, inference);
    return inference;
  },
  pnidSet: async ({ make, idOf }) =>
    (await make(`POST ${pnid}/symbolsets`, { twinId: await idOf('twin'), displayName: unique('Symbols') })).symbolSet
      .id,
  async pnidResult(m) {
    const path = `GET ${pnid}/inferences/${await m.idOf('pnidRead')}/run/results`;
    const { results } = await m.make(path);
    return results.find(({ filename }: { filename: string }) => filename.endsWith('p0001.json')).id;
  },
};

export const world: WorldPart = {
  things,
  thingOf(path, parameter) {
    if (!path.startsWith(`${pnid}/`)) return undefined;
    const [inferenceId, fileId] = path.includes('/run') ? ['pnidRead', 'pnidResult'] : ['pnidInference', 'pnidInput'];
    return { inferenceId, fileId, setId: 'pnidSet' }[parameter];
  },
  bodies: {
    'pnid.createInference': async ({ idOf }) => ({ modelVersion: '1.3', twinId: await idOf('twin') }),
    'pnid.createSymbolSet': async ({ idOf }) => ({ twinId: await idOf('twin'), displayName: unique('Symbols') }),
    'pnid.updateSymbolSet': () => ({ displayName: unique('Symbols') }),
    'pnid.learnSymbols': async ({ idOf }) => ({
      inferenceId: await idOf('pnidRead'),
      sheet: sheetOf(await idOf('pnidResult')),
      regionIds: ['none'],
    }),
    'pnid.tryOutSymbolSet': async ({ idOf }) => ({
      inferenceId: await idOf('pnidRead'),
      sheet: sheetOf(await idOf('pnidResult')),
    }),
    'pnid.uploadInput': () => '%PDF-1.7',
    'pnid.reviewResult': async ({ p, society, idOf }) => {
      const path = `${pnid}/inferences/${await idOf('pnidRead')}/run/results/${await idOf('pnidResult')}/content`;
      return requireSuccess(await p.call(society.administrator, `GET ${path}`));
    },
  },
  headers: { 'pnid.uploadInput': { 'Content-Disposition': 'attachment; filename="more.pdf"' } },
  queries: {
    'pnid.getInferences': async ({ idOf }) => `?twinId=${await idOf('twin')}`,
    'pnid.getSymbolSets': async ({ idOf }) => `?twinId=${await idOf('twin')}`,
    'pnid.getCorrections': () => '?sheet=plant_svg_p0001',
    'pnid.findTag': async ({ idOf }) => `?twinId=${await idOf('twin')}&tag=HV-101`,
  },
  exceptions: {
    'pnid.createInference': inTwin('MLRunInference'),
    'pnid.createSymbolSet': inTwin('MLRunInference'),
  },
  // an inference of elsewhere is what is wrong with the body, whether it is there or not
  due: (id, mix) => (mix === 'body' && (id === 'pnid.learnSymbols' || id === 'pnid.tryOutSymbolSet') ? 422 : undefined),
  cannotSucceed: { 'pnid.createRun': 409 },
};
