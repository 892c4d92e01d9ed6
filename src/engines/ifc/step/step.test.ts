import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc, holds } from '../../../../test/support/chance.ts';
import { rounded, scanNumber } from './number.ts';
import { decodeText } from './text.ts';
import { parseArguments, StepSyntaxError } from './values.ts';

const parse = (text: string) => parseArguments(Buffer.from(text), 0);

describe('numbers of a STEP file', () => {
  const read = (text: string) => {
    const into = { value: 0, end: 0, digits: 0 };
    scanNumber(Buffer.from(`${text},`), 0, into);
    assert.equal(into.end, text.length, `${text} was not read to its end`);
    return into.value;
  };

  it('are the doubles that the language reads', () => {
    for (const text of [
      '0.',
      '-0.',
      '1.',
      '+1.5',
      '-12.25',
      '1.E3',
      '1.5e-7',
      '0.000001',
      '123456789012345678',
      '1E400',
    ]) {
      const number = Number(text.replace('1E400', '0'));
      assert.ok(read(text) === number, `${text} was read as ${read(text)}`);
    }
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => read(String(n)) === n));
  });

  it('are rounded to 9 significant digits', () => {
    assert.deepEqual([0.1 + 0.2, 123456789.123, -1e-20, 5].map(rounded), [0.3, 123456789, -1e-20, 5]);
  });
});

describe('texts of a STEP file', () => {
  it('are decoded, in every way that programs write them', () => {
    const decode = (text: string | Buffer) => decodeText(Buffer.from(text), 0, Buffer.byteLength(text));
    assert.equal(decode('plain'), 'plain');
    assert.equal(decode("it''s"), "it's");
    assert.equal(decode('W\\X2\\00E400DF\\X0\\nde'), 'Wäßnde');
    assert.equal(decode('\\X4\\0001F600\\X0\\!'), '😀!');
    assert.equal(decode('\\X\\C4 \\S\\D \\PA\\a\\\\b'), 'Ä Ä a\\b');
    assert.equal(decode('Wände'), 'Wände');
    assert.equal(decode(Buffer.from('Wände', 'latin1')), 'Wände');
  });
});

describe('arguments of an instance', () => {
  it('are read with all kinds of values, white space and comments', () => {
    assert.deepEqual(
      parse("($, *, 1., -2.5E1, 'a,(''b', .T., .ELEMENT., #12, (), (1,(2)), IFCLABEL('x'), \"0F\" /* , */ )"),
      [
        null,
        null,
        1,
        -25,
        "a,('b",
        { enum: 'T' },
        { enum: 'ELEMENT' },
        { ref: 12 },
        [],
        [1, [2]],
        { type: 'IFCLABEL', value: 'x' },
        '0F',
      ],
    );
  });

  it('that are broken are refused, and never read for ever', async ({ name }) => {
    for (const text of ['(', '(1', "('a", '(1 2)', '(#)', '(.T)', '(,)', '(IFCLABEL)', '(?)', '('.repeat(100_000)]) {
      assert.throws(() => parse(text), StepSyntaxError, text.slice(0, 20));
    }
    await holds('step', name, fc.string({ unit: fc.constantFrom(...'(),\'.#$*/1aT" ') }), (text) => {
      try {
        parse(`(${text}`);
      } catch (error) {
        assert.ok(error instanceof StepSyntaxError);
      }
    });
  });
});
