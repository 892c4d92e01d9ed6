import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boxShape, imported, project, stepFile, wall } from '../testing/files.ts';

/** Walls of 4 × 1 × 3 m at places. */
const walls = (places: readonly (readonly [x: number, y: number, z: number])[]): string =>
  [
    boxShape(100, 4, 1, 3),
    ...places.map(
      ([x, y, z], n) => `#${200 + 4 * n}=IFCCARTESIANPOINT((${x}.,${y}.,${z}.));
#${201 + 4 * n}=IFCAXIS2PLACEMENT3D(#${200 + 4 * n},$,$);
#${202 + 4 * n}=IFCLOCALPLACEMENT($,#${201 + 4 * n});
${wall(203 + 4 * n, `w${n}`, '#105', `#${202 + 4 * n}`)}`,
    ),
  ].join('\n');

const contained = (count: number): string =>
  `#190=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-c',$,$,$,(${Array.from({ length: count }, (_, n) => `#${203 + 4 * n}`).join(',')}),#33);`;

async function issuesOf(data: string) {
  const { header } = await imported(stepFile(data));
  return header.report.issues.map(({ globalId, message }) => [globalId, message]);
}

describe('the report of an import', () => {
  it('names elements more than 20 m above or below their storey', async () => {
    const data = project(
      `${walls([
        [0, 0, 0],
        [0, 5, 20],
        [0, 10, 21],
        [0, 15, -23],
        [0, 20, -24],
      ])}\n${contained(5)}`,
    );
    assert.deepEqual(await issuesOf(data), [
      ['w2', "It stands 21 m above its storey 'Storey'."],
      ['w4', "It stands 21 m below its storey 'Storey'."],
    ]);
    // the storey is at its elevation, whatever its placement says, and the other way around
    assert.deepEqual(await issuesOf(data.replace('.ELEMENT.,0.);', '.ELEMENT.,25.);')), [
      ['w4', "It stands 21 m below its storey 'Storey'."],
    ]);
  });

  it('does not name what reaches up from its storey, or is in none', async () => {
    const tower = walls([[0, 0, 0]]).replace('#12,#11,3.', '#12,#11,80.');
    assert.deepEqual(await issuesOf(project(`${tower}\n${contained(1)}`)), []);
    assert.deepEqual(
      await issuesOf(
        project(
          walls([
            [0, 0, 0],
            [0, 0, 60],
          ]),
        ),
      ),
      [],
    );
  });

  it('names elements more than 10 km from all others, and counts them where they are many', async () => {
    assert.deepEqual(
      await issuesOf(
        project(
          walls([
            [0, 0, 0],
            [0, 9_000, 0],
            [8_000, 9_000, 0],
            [0, 0, 12_000],
            [500_000, 5_400_000, 0],
            [30, 0, 0],
          ]),
        ),
      ),
      [
        ['w3', 'It stands 12 km from the other elements.'],
        ['w4', 'It stands 5,413 km from the other elements.'],
      ],
    );
    const many = Array.from({ length: 65 }, (_, n) => [n < 25 ? 40_000 : 0, n, 0] as const);
    const issues = await issuesOf(project(walls(many)));
    assert.equal(issues.length, 21);
    assert.deepEqual(issues[20], [undefined, '5 more elements stand more than 10 km from the others.']);
  });

  it('does not name the ends of a line of 300 km whose elements follow each other', async () => {
    const line = Array.from({ length: 80 }, (_, n) => [4_000 * n, 0, 0] as const);
    assert.deepEqual(await issuesOf(project(walls(line))), []);
  });
});
