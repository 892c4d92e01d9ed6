import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { workOf } from '../../../api/request-work.ts';
import type { Marked } from '../../../engines/drawings/learn/learn.ts';
import type { Prediction, Region } from '../../../engines/drawings/prediction.ts';
import { invalidSet, invalidValue, setInUse } from '../errors.ts';
import { contentOf, isInUse, rulesOf, type StoredSet, symbolSetOf } from '../store/symbols.ts';
import { reviewedSheet } from './reviewed-sheet.ts';
import type { learnRequest } from './schema.ts';
import { setView } from './view.ts';
import { changeSet } from './write.ts';

/** A request does not wait longer for its engine. */
export const patienceMs = 60_000;

/** Adds the symbols of approved regions to a set, and says why others are not. */
export async function learn(row: StoredSet, body: Static<typeof learnRequest>, context: Context) {
  if (await isInUse(context.db, row.id)) return fail(setInUse);
  const sheet = await reviewedSheet(body, row.twin_id, context);
  if ('code' in sheet) return fail(invalidSet, { details: [sheet] });
  const asked = body.regionIds.map((id) => markedIn(sheet.prediction, id));
  const marked = asked.flatMap((one) => ('reason' in one ? [] : [one]));
  const outcome = await workOf(context.ports, { who: context.caller.userId, mostMs: patienceMs }, (run) =>
    context.ports.engines.workFolder(async (folder) => {
      const { format, page } = sheet;
      return run('drawingLearn', {
        input: await sheet.fetch(folder),
        format,
        page,
        symbolSet: symbolSetOf(row),
        marked,
      });
    }),
  );
  if ('failure' in outcome) return fail(invalidSet, { details: [invalidValue('sheet', outcome.failure)] });
  const { added, refused } = outcome.result;
  const change = (now: StoredSet) => {
    const rules = rulesOf(now);
    return { content: contentOf({ ...rules, symbols: [...rules.symbols, ...added.map(({ symbol }) => symbol)] }) };
  };
  const changed = added.length === 0 ? row : await changeSet(row.id, change, context);
  if (isFailed(changed)) return changed;
  return reply(200, {
    symbolSet: setView(changed),
    added: added.map(({ regionId, symbol }) => ({ name: symbol.name, regionId })),
    refused: [...asked.flatMap((one) => ('reason' in one ? [one] : [])), ...refused],
  });
}

function markedIn(
  { regions }: Prediction,
  id: string,
): Marked | { readonly regionId: string; readonly reason: string } {
  const region = regions.find((one) => one.id === id);
  const refuse = (reason: string) => ({ regionId: id, reason });
  if (region === undefined) return refuse('The sheet has no such region.');
  if (region.status !== 'approved') return refuse('Only what was approved is learnt.');
  if (region.modelClass === undefined) return refuse('It has no class.');
  const labels = region.userLabelTextIds;
  const textsInside = labels && regions.filter((one) => labels.includes(one.id) && isInside(one, region)).length;
  const { modelClass, boundingBox: box } = region;
  return { id, modelClass, box, ...(textsInside === undefined ? {} : { textsInside }) };
}

function isInside({ boundingBox: of }: Region, { boundingBox: box }: Region): boolean {
  const [x, y] = [of.left + of.width / 2, of.top + of.height / 2];
  return x > box.left && x < box.left + box.width && y > box.top && y < box.top + box.height;
}
