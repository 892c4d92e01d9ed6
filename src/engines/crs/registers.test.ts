import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listedSystem } from './listed.ts';
import { placesOf, projectsAlike } from './projects-alike.ts';
import { allEntries, entryOf, listedCodes, listedProj } from './register/entries.ts';
import { projOf } from './write/proj.ts';

const registered = allEntries().filter(({ kind }) => kind === 'projected' || kind === 'geographic2D');

describe('the register and the list of the library', () => {
  it('mean the same map where both have a number, within a millimetre in its area', () => {
    const differing: string[] = [];
    let compared = 0;
    for (const { code, area } of registered) {
      const { model, definition } = listedSystem(code) ?? {};
      const own = listedProj(code) === undefined ? undefined : model?.plane && projOf(model.plane, '');
      if (own === undefined || definition === undefined) continue;
      compared++;
      if (!projectsAlike(own, definition, area.box)) differing.push(`${code}: ${own} and ${definition}`);
    }
    assert.deepEqual(differing, []);
    assert.ok(compared > 4600, `only ${compared} were compared`);
  });

  it('keep all numbers that the library knows, with those of the register named', () => {
    const unknown = listedCodes().filter((code) => listedSystem(code)?.definition === undefined);
    assert.deepEqual(
      unknown.map(String).filter((code) => !notProjections.has(code)),
      [],
    );
    assert.equal(listedSystem(25832)?.name, 'ETRS89 / UTM zone 32N');
    assert.equal(listedSystem(3785)?.name, 'EPSG:3785');
  });

  it('take the parameters of the register where the list is wrong about them', () => {
    // the list has 40,000 metres for the false easting of this grid, which is 40,000 chains
    assert.match(listedSystem(3167)?.definition ?? '', /\+x_0=804670\.24 /);
  });

  it('give every system of the register an area, and proj4 what it can calculate with or nothing', () => {
    for (const entry of registered.filter((_, n) => n % 7 === 0)) {
      const [[longitude = 0, latitude = 0] = []] = placesOf(entry.area.box);
      assert.ok(Number.isFinite(longitude) && Math.abs(latitude) <= 90, String(entry.code));
    }
    assert.equal(entryOf(25832)?.area.name?.startsWith('Europe between 6°E and 12°E'), true);
    assert.equal(entryOf(99_999_999), undefined);
  });
});

/** One whose projection the library does not have. */
const notProjections = new Set(['29701']);
