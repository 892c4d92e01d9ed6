import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type MeasuredPoints,
  readControlPoints,
} from '../../../../src/engines/photogrammetry/prepare/control-points.ts';
import { controlPointsText, pointsIn } from './text.ts';

describe('the file of control points', () => {
  it('is read by the engine as it was meant, with names that need quotes and points without marks', () => {
    const all: MeasuredPoints = {
      srs: 'EPSG:25832+7837',
      points: [
        {
          id: 'CP1',
          use: 'control',
          place: [451_291, 5_411_194.25, 313],
          seen: [
            { image: 'north, 2/IMG "1".jpg', x: 466.57, y: 508.7 },
            { image: 'IMG_2.jpg', x: 0.25, y: -3 },
          ],
        },
        { id: '#7, by the gate', use: 'check', place: [1, -2, 0.5], seen: [] },
      ],
    };
    assert.deepEqual(readControlPoints(controlPointsText(all)), all);
  });

  it('can be without points, and without a system', () => {
    const none: MeasuredPoints = { srs: null, points: [] };
    assert.deepEqual(readControlPoints(controlPointsText(none)), none);
  });
});

describe('points of a surveyor', () => {
  const places = (text: string) => pointsIn(text).points.map(({ id, use, place }) => [id, use, ...place]);

  it('are parted by tabs, semicolons, commas or blanks', () => {
    for (const text of ['A\t1,5\t2\t3', 'A;1,5;2;3', 'A,1.5,2,3', 'A 1.5  2 3', '"A";1.5;2;3;']) {
      assert.deepEqual(places(text), [['A', 'control', 1.5, 2, 3]], text);
    }
  });

  it('may have a head, comments, empty lines and check points', () => {
    const text = '\uFEFFname,e,n,h\r\n# of May\r\n\r\nA,1,2,3\r\nB,4,5,6,check\r\n';
    assert.deepEqual(places(text), [
      ['A', 'control', 1, 2, 3],
      ['B', 'check', 4, 5, 6],
    ]);
    assert.deepEqual(pointsIn(text).faults, []);
  });

  it('say which lines tell none, or a point again', () => {
    assert.deepEqual(pointsIn('A,1,2,3\nB,1,2\nA,1,2,4\nhallo').faults, [2, 3, 4]);
  });
});
