import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analysisCost, captureCost, conversionCost } from './cost.ts';
import { messageOf } from './messages.ts';
import { inStage } from './run/stage.ts';

describe('messages of jobs', () => {
  it('have the values of their sentence by numbers', () => {
    const told = { code: 'PhotosNotConnected', message: 'Only 7 of 20 photos hold together.', params: ['7', '20'] };
    assert.deepEqual(messageOf(told), {
      code: 'PhotosNotConnected',
      title: 'Photos are not connected',
      message: 'Only %1 of %2 photos hold together.',
      params: ['7', '20'],
    });
  });

  it('have the codes of the specification, whoever named the end', () => {
    const codeOf = (code: string) => messageOf({ code, message: 'x' }).code;
    assert.equal(codeOf('EngineMemoryLimit'), 'OutOfMemory');
    assert.equal(codeOf('EngineTimeLimit'), 'TimeLimit');
    assert.equal(codeOf('toString'), 'InternalError');
  });

  it('keep values that are part of others apart', () => {
    const told = { code: 'LimitExceeded', message: '10 photos (1.5 GB) are more than 1.', params: ['10', '1', ''] };
    assert.equal(messageOf(told).message, '%1 photos (%2.5 GB) are more than %2.');
  });
});

it('costs are those of the specification', () => {
  assert.equal(captureCost({ gigaPixels: 2.1, megaPoints: 1.5 }, 'Extra'), 3.17);
  assert.equal(captureCost({ gigaPixels: 2 }, 'Unknown'), 2);
  assert.equal(conversionCost({ gigaPixels: 2.1, megaPoints: 1.5 }), 0.21);
  assert.equal(analysisCost({ gigaPixels: 2, numberOfPhotos: 500, detectorCost: 2 }), 5);
});

it('the progress of a part becomes its share of the whole', () => {
  const told: unknown[] = [];
  const job = {
    signal: new AbortController().signal,
    log: () => {},
    progress: (change: object) => void told.push(change),
  };
  const part = inStage(job, { step: 'Convert_Files', from: 10, to: 90 }, ['Merge_Files']);
  part.progress({ step: 'Reading', done: 0, total: 4 });
  part.progress({ done: 1 });
  part.progress({ step: 'Merge_Files', done: 4, message: 'a.las' });
  assert.deepEqual(told, [
    { step: 'Convert_Files', done: 10, total: 100, unit: 'percent', message: null },
    { done: 10, message: 'Reading' },
    { done: 30 },
    { step: 'Merge_Files', done: 90, message: 'a.las' },
  ]);
});
