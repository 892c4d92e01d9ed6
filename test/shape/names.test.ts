import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';

/** Files that had a word of our own for what the field has a word for; docs/glossary.md names both. */
const formerFiles = [
  'upkeep',
  'watches',
  'watch',
  'figures',
  'hands',
  'room',
  'ahead',
  'oldest',
  'release',
  'repeating',
  'all-done',
  'position',
  'demand',
  'pour',
  'recent',
  'poured-body',
  'everywhere',
  'rest',
  'drain',
  'continued',
  'life',
  'obstacle',
  'marks',
  'withheld',
  'additions',
  'work',
  'acting',
  'tell',
  'copies-soon',
  'copy-some',
  'copies',
  'judge',
  'surroundings',
  'kept',
  'stream',
  'meetings',
  'question',
  'answered',
  'needs',
  'reading',
  'book',
  'worth',
  'agreement',
  'ink',
  'beside',
  'beat',
  'patience',
  'arrivals',
];
/** Rooms in which such a word is the field's: an HTTP stream of changes, the work of an engine. */
const meant =
  /^src\/(areas\/(jobs\/stream|carbon-calculation\/(patience|job\/work)|scenes\/object\/work|pnid\/run\/work)|engines\/(point-cloud\/threads\/work|ifc\/reshape\/reading|carbon\/figures)\.)/;

const formerExports = [
  'Watches',
  'allWatches',
  'FileWatch',
  'ModelWatch',
  'Figure',
  'Hands',
  'emptyHands',
  'roomFor',
  'Room',
  'ahead',
  'forgetOldest',
  'repeating',
  'Repeating',
  'allDone',
  'nextPosition',
  'demandOf',
  'keptInput',
  'PouredBody',
  'recentBytes',
  'Gone',
  'Need',
  'readRest',
  'drainOf',
  'givenBy',
  'lifeOf',
  'letGo',
  'obstacleOf',
  'tellForm',
  'tellOfForm',
  'judgeLayout',
  'copiesSoon',
  'copySome',
  'withheldIn',
  'streamsOf',
  'meetingsOf',
  'endingsIn',
  'PackageBook',
  'runQuestion',
  'unimported',
  'vienneseSway',
  'Ink',
];

const files = globSync('src/**/*.ts').filter(
  (file) => !/\.(slow-)?test\.ts$/.test(file) && !file.includes('/testing/'),
);

describe('names', () => {
  it('of files are the words of the field', () => {
    const former = files.filter((file) => formerFiles.includes(basename(file, '.ts')) && !meant.test(file));
    assert.deepEqual(former, []);
  });

  it('of what files export are the words of the field', () => {
    const named = new RegExp(
      `^export (?:async )?(?:const|function\\*?|class|interface|type) (${formerExports.join('|')})\\b`,
      'gm',
    );
    const former = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(named)].map(([, name]) => `${file}: ${name}`),
    );
    assert.deepEqual(former, []);
  });
});
