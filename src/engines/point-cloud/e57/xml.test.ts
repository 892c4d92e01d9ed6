import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDocument } from './xml.ts';

const limit = (name: string, attributes: string, value: string) => `<${name} ${attributes}>${value}</${name}>`;
const documentOf = (limits: string) =>
  `<?xml version="1.0"?><e57Root type="Structure"><data3D type="Vector"><vectorChild type="Structure">${limits}<points type="CompressedVector" fileOffset="48" recordCount="1"><prototype type="Structure"><cartesianX type="Float"/></prototype></points></vectorChild></data3D></e57Root>`;
const scanOf = (limits: string) => readDocument(documentOf(limits), 'a.e57').scans[0];

describe('limits of the numbers of a scan', () => {
  it('are scaled where they are told as scaled whole numbers', () => {
    const kind = 'type="ScaledInteger" minimum="0" maximum="32767" scale="0.5" offset="10"';
    const ends = limit('intensityMinimum', kind, '') + limit('intensityMaximum', kind, '32767');
    assert.deepEqual(scanOf(`<intensityLimits>${ends}</intensityLimits>`)?.intensities, [10, 16_393.5]);
  });

  it('are what they say as floats and whole numbers', () => {
    const ends =
      limit('intensityMinimum', 'type="Float"', '0.25') + limit('intensityMaximum', 'type="Integer"', '2047');
    assert.deepEqual(scanOf(`<intensityLimits>${ends}</intensityLimits>`)?.intensities, [0.25, 2047]);
    assert.equal(scanOf('')?.intensities, undefined);
  });

  it('of colours are read in the same ways', () => {
    const red = limit('colorRedMaximum', 'type="ScaledInteger" scale="5"', '51');
    assert.equal(scanOf(`<colorLimits>${red}</colorLimits>`)?.mostColor, 255);
  });
});
