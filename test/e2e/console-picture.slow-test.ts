import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Point, Pose } from '../../console/src/ui/stage/view-data.ts';
import { boxShape, project, stepFile, wall } from '../../src/engines/ifc/testing/files.ts';
import { seriousFaults } from '../support/axe.ts';
import { photograph } from '../support/chromium.ts';
import { openConsole } from '../support/console.ts';
import { house, northWall, southWall } from '../support/console-house.ts';
import { modelPages } from '../support/console-models.ts';
import { addressHolds, cameraIn, eyeOf, restingAddress, seenAt } from '../support/console-picture.ts';
import { eventually } from '../support/eventually.ts';
import { becomes, becomesAsWideAs, fitTo } from '../support/page-state.ts';

/* The picture in a real browser: what is measured, cut, drawn and linked to is what is there. */

const { platform, page, context, strange, button, close } = await openConsole();
after(close);

const twin = await platform.twin(platform.ada, { displayName: 'Harbour house' });
const { add, canvas, open, rests, picture, click } = modelPages(platform, page, twin.id);
const houseId = await add('house.ifc', house('F30'));

/** From the south-west, a little above: the south wall is 5 m long, 3 m high, 0.3 m thick, and stands 3 m south. */
const oblique: Pose = { eye: [-6, -14, 6], target: [0, -3, 1], fov: 45 };
const [west, east, front] = [-2.5, 2.5, -3.15];

/** The scheme of the system, and the one that was chosen. */
const schemes = [
  ['light', 'light'],
  ['light', 'dark'],
  ['dark', 'light'],
  ['dark', 'dark'],
] as const;

const openAt = (modelId: string, pose: Pose, more = '') => open(modelId, `?${cameraIn(pose)}${more}`);
const toolCard = (name: string) => page.getByRole('region', { name, exact: true });

/** Clicks some pixels beside a point. */
async function clickNear(pose: Pose, point: Point, beside = 4): Promise<void> {
  const { x, y } = await seenAt(canvas, pose, point);
  await click({ x: x + beside, y: y - beside });
}

describe('measuring', () => {
  const measured = (name: string) =>
    toolCard('Measure').locator('dl > div').filter({ hasText: name }).locator('dd').textContent();

  it('is drawn to corners, and tells distance, parts, angle and area exactly', async () => {
    await openAt(houseId, oblique);
    await button('Measure').click();
    await clickNear(oblique, [west, front, 0]);
    await page.getByText('Click the second point').waitFor();
    await clickNear(oblique, [east, front, 3]);
    await page.locator('output').waitFor();
    await photograph(page, 'measure');
    const parts = { Distance: '5.831 m', 'West to east': '5.000 m', 'South to north': '0.000 m' };
    for (const [name, value] of Object.entries({ ...parts, 'Below to above': '3.000 m', Level: '5.000 m' }))
      assert.equal(await measured(name), value, name);

    await page.getByText('Angle', { exact: true }).click();
    for (const corner of [
      [west, front, 3],
      [west, front, 0],
      [east, front, 0],
    ] as const)
      await clickNear(oblique, corner);
    await page.locator('output', { hasText: '90.00°' }).waitFor();

    await page.getByText('Area', { exact: true }).click();
    for (const corner of [
      [west, front, 0],
      [east, front, 0],
      [east, front, 3],
      [west, front, 3],
    ] as const)
      await clickNear(oblique, corner);
    await page.locator('output', { hasText: '15.000 m²' }).waitFor();
    await photograph(page, 'measure-area');
    await canvas.press('Backspace');
    await page.locator('output', { hasText: '7.500 m²' }).waitFor();
    await canvas.press('Escape');
    await page.locator('output').waitFor({ state: 'detached' });
  });

  it('is drawn to edges, shows to what, and not to what is hidden behind others', async () => {
    await openAt(houseId, oblique);
    await button('Measure').click();
    const edge = await seenAt(canvas, oblique, [1, front, 3]);
    await canvas.hover({ position: { x: edge.x, y: edge.y + 4 } });
    await page.locator('[data-snap=edge]').waitFor();
    await click({ x: edge.x, y: edge.y + 4 });
    await clickNear(oblique, [east, front, 0]);
    assert.equal(await measured('Below to above'), '3.000 m');
    assert.equal(await measured('South to north'), '0.000 m');
    const behind = await seenAt(canvas, oblique, [west, -2.85, 0]); // the back of the wall, at its foot
    await canvas.hover({ position: { x: behind.x + 30, y: behind.y - 30 } });
    await page.locator('[data-snap=surface]').waitFor();
  });
});

describe('the section box', () => {
  const cut = '&section=-2.5,-3.15,0,2.5,3.15,1.5';

  it('closes bodies where they are cut, in the colour of their elements, which are picked there', async () => {
    await openAt(houseId, oblique, cut);
    const top = await seenAt(canvas, oblique, [0.5, -3, 1.5]);
    await photograph(page, 'section-cap');
    await button('Measure').click();
    await clickNear(oblique, [west, front, 0]);
    await click(top);
    const height = toolCard('Measure').locator('dl > div').filter({ hasText: 'Below to above' }).locator('dd');
    await becomes(() => height.textContent(), '1.500 m');
    await canvas.press('Escape');
    await click(top);
    await page.getByRole('heading', { name: 'Wall 130' }).waitFor();
    await addressHolds(page, new RegExp(`element=${RegExp.escape(southWall)}`));
  });

  it('changes no pixel of what lies on its sides while it is whole', async () => {
    await openAt(houseId, oblique);
    const face = await seenAt(canvas, oblique, [1.8, front, 0.7]); // no handle stands there
    const around = async () => {
      const { data, info } = await picture();
      const colours = new Set<string>();
      for (let dy = -20; dy < 20; dy++)
        for (let dx = -20; dx < 20; dx++) {
          const from = 3 * ((Math.round(face.y) + dy) * info.width + Math.round(face.x) + dx);
          colours.add(data.subarray(from, from + 3).join());
        }
      return colours;
    };
    const without = await around();
    await button('Section box').click();
    await rests();
    assert.deepEqual(await around(), without);
  });

  it('has handles in the picture, which are dragged', async () => {
    await openAt(houseId, oblique);
    await button('Section box').click();
    const handle = page.locator('[data-side="2 high"]');
    const from = await handle.boundingBox();
    assert.ok(from);
    const [high, low] = [await seenAt(canvas, oblique, [0, 0, 3]), await seenAt(canvas, oblique, [0, 0, 1])];
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + low.x - high.x, y + low.y - high.y, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => {
      const section = new URL(page.url()).searchParams.get('section')?.split(',').map(Number) ?? [];
      assert.ok(Math.abs((section[5] ?? 0) - 1) < 0.03, `cut at ${section[5]} m instead of 1 m`);
      assert.deepEqual(section.slice(0, 5), [-2.5, -3.15, 0, 2.5, 3.15]);
    });
  });
});

describe('edges', () => {
  it('of what lies behind a surface do not shine through it, however steep it is', async () => {
    const place = (number: number, y: number, z: number) => `#${number}=IFCCARTESIANPOINT((0.,${y},${z}));
#${number + 1}=IFCAXIS2PLACEMENT3D(#${number},$,$);
#${number + 2}=IFCLOCALPLACEMENT(#20,#${number + 1});`;
    const contains = `#170=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-4',$,$,$,(#110,#130),#33);`;
    const parts = [
      boxShape(100, 20, 0.4, 4),
      wall(110, northWall, '#105'),
      place(140, 0, 1.5),
      boxShape(120, 6, 0.3, 1),
    ];
    const id = await add(
      'hidden.ifc',
      stepFile(project([...parts, wall(130, southWall, '#125', '#142'), contains].join('\n'))),
    );
    const steep: Pose = { eye: [-30, -5, 2], target: [0, -0.2, 2], fov: 30 };
    await openAt(id, steep);
    await photograph(page, 'steep-wall');
    const eye = await eyeOf(canvas, steep);
    const { data, info } = await picture();
    const colours = new Map<string, number>();
    for (let east = -5; east < 5; east += 0.01)
      for (let high = 0.6; high < 3.5; high += 0.02) {
        const { x, y } = eye([east, -0.2, high]);
        const at = 3 * (Math.round(y) * info.width + Math.round(x));
        const colour = data.subarray(at, at + 3).join();
        colours.set(colour, (colours.get(colour) ?? 0) + 1);
      }
    assert.equal(colours.size, 1, `colours of the wall: ${JSON.stringify([...colours])}`);
  });
});

describe('a link', () => {
  it('holds camera, section, hidden and isolated elements and colours, as a reload does', async () => {
    await openAt(houseId, oblique);
    await button('Colour by').click();
    await page.getByRole('menuitem', { name: 'Colour by class' }).click();
    await addressHolds(page, /colour=class/);
    await button('Section box').click();
    await addressHolds(page, /section=/);
    await page.getByRole('searchbox', { name: 'Search elements' }).fill(northWall);
    await button('Hide Wall 110').click();
    await addressHolds(page, /hidden=/);
    await page.getByRole('searchbox', { name: 'Search elements' }).fill(southWall);
    await button('Show only Wall 130').click();
    await addressHolds(page, /only=/);
    await canvas.focus();
    const before = page.url();
    await page.keyboard.press('ArrowLeft', { delay: 300 });
    await page.waitForURL((url) => url.href !== before && !url.search.includes(encodeURIComponent(oblique.eye.join())));
    await page.evaluate('document.activeElement.blur()'); // its frame
    const [address, seen] = [await restingAddress(page), await picture()];
    await photograph(page, 'linked');

    const other = await context.newPage();
    await other.goto(address);
    await other.locator('canvas[data-settled]').waitFor();
    await toolCard('Section box').waitFor();
    await other.getByRole('region', { name: 'Classes' }).getByText('Wall').waitFor();
    await other.getByRole('button', { name: 'Show what is hidden' }).and(other.locator(':enabled')).waitFor();
    await other.getByRole('searchbox', { name: 'Search elements' }).fill(northWall);
    await other.getByRole('button', { name: 'Show Wall 110' }).waitFor();
    await other.close();

    await page.reload();
    await page.locator('canvas[data-settled]').waitFor();
    assert.equal(await restingAddress(page), address);
    const again = await picture();
    await photograph(page, 'linked-again');
    const differing = seen.data.filter((value, at) => Math.abs(value - (again.data[at] ?? 0)) > 12).length;
    assert.ok(differing < 0.002 * seen.data.length, `${differing} of ${seen.data.length} values differ`);
  });
});

describe('the cards of the picture', () => {
  for (const [system, chosen] of schemes) {
    it(`can be read in ${chosen} colours where the system is ${system}, at every width`, async () => {
      await page.emulateMedia({ colorScheme: system, reducedMotion: 'reduce' });
      await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${chosen}')`);
      await openAt(houseId, oblique, `&section=-2.5,-3.15,0,2.5,3.15,1.5&colour=class&element=${southWall}`);
      await button('Measure').click();
      for (const width of [1440, 1024, 390]) {
        await fitTo(page, width, 900);
        await toolCard('Measure').waitFor();
        await rests();
        await photograph(page, `cards-${chosen}-on-${system}-${width}`);
        assert.deepEqual(await seriousFaults(page), []);
        await becomesAsWideAs(page, width);
      }
      await fitTo(page, 1280, 800);
    });
  }
});

it('asked no other host, and broke no rule of the content policy', () => assert.deepEqual(strange, []));
