import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc, numbersOf, seedOf, sized } from '../../../test/support/chance.ts';
import { boxShape, project, stepFile, wall } from '../ifc/testing/files.ts';
import { elementRecord } from '../snapshot/testing/records.ts';
import type { Json } from '../snapshot/types.ts';
import { checksumsOf, valuesOf } from '../snapshot/values.ts';
import { differenceOf } from './difference.ts';
import { sameColors, sameNumber, sameValue } from './same-value.ts';
import { comparedFiles } from './testing/compared.ts';

const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value));

/** The shape of `boxShape` with its profile as a polyline, clockwise or not, from any of its corners on. */
function polylineShape(number: number, x: number, y: number, z: number, first: number): string {
  const corners = [
    [-x / 2, -y / 2],
    [x / 2, -y / 2],
    [x / 2, y / 2],
    [-x / 2, y / 2],
  ];
  const turned = [...corners.slice(first), ...corners.slice(0, first)];
  const points = turned.map(([a = 0, b = 0], at) => `#${number + 10 + at}=IFCCARTESIANPOINT((${real(a)},${real(b)}));`);
  return `${points.join('\n')}
#${number + 1}=IFCPOLYLINE((${[0, 1, 2, 3, 0].map((at) => `#${number + 10 + at}`)}));
#${number + 2}=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#${number + 1});
#${number + 3}=IFCEXTRUDEDAREASOLID(#${number + 2},#12,#11,${real(z)});
#${number + 4}=IFCSHAPEREPRESENTATION(#9,'Body','SweptSolid',(#${number + 3}));
#${number + 5}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${number + 4}));`;
}

interface Version {
  readonly hole: string;
  readonly room: string;
  readonly setIds: readonly [string, string];
  readonly red: number;
}

/** A wall with a hole, a room beside it, two sets of one name and a colour. */
const house = ({ hole, room, setIds: [one, other], red }: Version): string =>
  stepFile(
    project(`${boxShape(100, 4.1234567, 0.3, 3)}
${hole}
${room}
${wall(110, 'wall', '#105')}
#111=IFCOPENINGELEMENT('hole',$,$,$,$,#20,#205,$,$);
#112=IFCRELVOIDSELEMENT('void',$,$,$,#110,#111);
#113=IFCSPACE('room',$,$,$,$,#20,#305,$,.ELEMENT.,$,$);
#120=IFCPROPERTYSINGLEVALUE('A',$,IFCLENGTHMEASURE(0.1),$);
#121=IFCPROPERTYSINGLEVALUE('A',$,IFCLENGTHMEASURE(123.456789),$);
#122=IFCPROPERTYSET('${one}',$,'Pset',$,(#120));
#123=IFCPROPERTYSET('${other}',$,'Pset',$,(#121));
#124=IFCRELDEFINESBYPROPERTIES('rel-a',$,$,$,(#110,#113),#122);
#125=IFCRELDEFINESBYPROPERTIES('rel-b',$,$,$,(#110,#113),#123);
#130=IFCCOLOURRGB($,${red},0.2,0.2);
#131=IFCSURFACESTYLESHADING(#130,0.);
#132=IFCSURFACESTYLE($,.BOTH.,(#131));
#133=IFCSTYLEDITEM(#103,(#132),$);`),
  );

const before: Version = {
  hole: boxShape(200, 1, 0.5, 2),
  room: boxShape(300, 5, 4, 2.5),
  setIds: ['set-a', 'set-b'],
  red: 0.5,
};

/** Every number with a point that is no exponent, a billionth more or less. */
function noisy(text: string, random: () => number): string {
  const data = text.indexOf('DATA;');
  const noise = (number: string) => (Number(number) + (2 * random() - 1) * 1e-9).toFixed(12);
  return text.slice(0, data) + text.slice(data).replace(/(?<=[(,])-?\d+\.\d*(?=[,)])/g, noise);
}

const changesOf = async (first: string, second: string) => (await comparedFiles(first, second)).changes;

describe('comparison of what was exported again', () => {
  it('noise of 1e-9 in all numbers changes nothing: not elements, openings, spaces, nor sets', async () => {
    for (let round = 0; round < sized(3, 5); round++) {
      const seed = seedOf(`noise ${round}`);
      const changes = await changesOf(house(before), noisy(house(before), numbersOf(seed)));
      assert.deepEqual(changes, {}, `seed ${seed}`);
    }
  });

  it('other GlobalIds of property sets of one name, in another order, change nothing', async () => {
    const after = { ...before, setIds: ['set-z', 'set-y'] as const };
    assert.deepEqual(await changesOf(house(before), house(after)), {});
  });

  it('a profile written another way leaves an opening and a space unchanged, and another profile does not', async () => {
    for (const first of [0, 1, 2, 3]) {
      const after = {
        ...before,
        hole: polylineShape(200, 1, 0.5, 2, first),
        room: polylineShape(300, 5, 4, 2.5, first),
      };
      assert.deepEqual(await changesOf(house(before), house(after)), {});
    }
    const other = { ...before, hole: polylineShape(200, 1.01, 0.5, 2, 0), room: polylineShape(300, 5, 4, 2.6, 0) };
    assert.deepEqual(await changesOf(house(before), house(other)), { hole: [23, 2], room: [23, 2], wall: [23, 2] });
  });

  it('a colour at the edge between two steps of 8 bits is no change, and another colour is', async () => {
    assert.deepEqual(await changesOf(house(before), house({ ...before, red: 0.4999999 })), {});
    assert.deepEqual(await changesOf(house(before), house({ ...before, red: 0.6 })), { wall: [23, 16] });
  });
});

describe('two values', () => {
  it('are the same but for noise, however small or large, and tiny constants differ', () => {
    assert.ok(sameNumber(0, 1e-9) && sameNumber(0.1, 0.100000001) && sameNumber(5e8, 5e8 + 1));
    assert.ok(!sameNumber(1e-12, 2e-12) && !sameNumber(1.2e-5, 1.2001e-5) && !sameNumber(1, 1.0000001));
    assert.ok(sameValue({ a: [1, 'x'] }, { a: [1 + 1e-9, 'x'] }));
    const others: readonly Json[] = [
      { a: [1, 'y'] },
      { a: [1] },
      { b: [1, 'x'] },
      { a: [1, 'x'], b: 1 },
      [1, 'x'],
      null,
      1,
      '1',
    ];
    for (const other of others) assert.ok(!sameValue({ a: [1, 'x'] }, other), JSON.stringify(other));
    assert.ok(!sameValue(1, '1') && !sameValue(true, 1) && !sameValue(null, 0));
  });

  it('are the same colours when each has its like in the other', () => {
    assert.ok(sameColors(['#80000000', '#ffffffff'], ['#7f000000', '#fffffffe']));
    assert.ok(sameColors(['#80000000'], ['#7f000000', '#80000000']));
    assert.ok(!sameColors(['#80000000'], ['#7e000000']) && !sameColors([], ['#80000000']));
  });
});

describe('sets and properties of one name', () => {
  const record = (sets: readonly (readonly [string, Readonly<Record<string, Json>>])[]) => {
    const propertySets = sets.map(
      ([name, properties]) => ({ name, of: 'element', kind: 'properties', properties }) as const,
    );
    const made = elementRecord(0x1000, { propertySets });
    return { ...made, checksums: checksumsOf(valuesOf(made)) };
  };

  it('in any order are no change', () => {
    const sets = fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 6 });
    const named = (values: readonly number[]) =>
      record(values.map((value, at) => [at === 0 ? 'Set' : `Set~${at + 1}`, { Value: value }]));
    fc.assert(
      fc.property(sets, fc.infiniteStream(fc.nat()), (values, order) => {
        const shuffled = values.map((value) => [order.next().value, value] as const).sort((a, b) => a[0] - b[0]);
        assert.equal(differenceOf(named(values), named(shuffled.map(([, value]) => value))), undefined);
      }),
    );
    const close = [2147475000, 0, 2147475022]; // two of them are nearly the same
    assert.equal(differenceOf(named(close), named([2147475022, 2147475000, 0])), undefined);
    const inSet = (values: readonly string[]) =>
      record([['Set', Object.fromEntries(values.map((value, at) => [at === 0 ? 'P' : `P~${at + 1}`, value]))]]);
    assert.equal(differenceOf(inSet(['a', 'b', 'c']), inSet(['c', 'a', 'b'])), undefined);
  });

  it('tell what has changed in one of them, what is new and what is gone', () => {
    const changed = (before: Parameters<typeof record>[0], after: typeof before) =>
      (differenceOf(record(before), record(after))?.properties ?? []).map((one) => [
        one.accessor,
        one.oldValue,
        one.newValue,
      ]);
    const [a, b, c] = [{ V: 'a' }, { V: 'b' }, { V: 'c' }];
    assert.deepEqual(
      changed(
        [
          ['S', a],
          ['S~2', b],
        ],
        [
          ['S', b],
          ['S~2', c],
        ],
      ),
      [['S.V', 'a', 'c']],
    );
    assert.deepEqual(
      changed(
        [['S', a]],
        [
          ['S', b],
          ['S~2', a],
        ],
      ),
      [['S~2.V', null, 'b']],
    );
    assert.deepEqual(
      changed(
        [
          ['S', a],
          ['S~2', b],
        ],
        [['S', b]],
      ),
      [['S.V', 'a', null]],
    );
  });
});
