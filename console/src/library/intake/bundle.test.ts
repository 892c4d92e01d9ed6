import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundlesOf, filesOf, stemOf } from './bundle.ts';

const file = (name: string, folder = '') => ({ name, size: 1, folder });
const bundled = (...files: ReturnType<typeof file>[]) => bundlesOf(files, ({ folder }) => folder);
const told = (files: readonly { readonly file: { readonly name: string }; readonly purpose: string }[]) =>
  files.map((one) => `${one.file.name} ${one.purpose}`);

describe('files that are dropped into the library', () => {
  it('become one component each where their names differ', () => {
    const { bundles, strays } = bundled(file('door.ifc'), file('window.glb'), file('Door 2.ifc'));
    assert.deepEqual(
      bundles.map(({ name }) => name),
      ['door', 'window', 'Door 2'],
    );
    assert.deepEqual(strays, []);
  });

  it('of one name belong together: picture, papers, a second format', () => {
    const names = ['Door.PNG', 'door.pdf', 'door.ifc', 'DOOR.jpg', 'door.glb'];
    const [one, ...others] = bundled(...names.map((name) => file(name))).bundles;
    assert.deepEqual(others, []);
    assert.equal(one?.design.name, 'door.ifc');
    assert.deepEqual(told(one?.companions ?? []), [
      'Door.PNG Thumbnail',
      'door.pdf Reference',
      'DOOR.jpg GalleryImage',
      'door.glb Design',
    ]);
    assert.equal(one && filesOf(one).length, names.length);
  });

  it('of a design that the server reads bring their type catalog', () => {
    const [one] = bundled(file('door.ifc'), file('door.txt'), file('door.rfa')).bundles;
    assert.equal(one?.design.name, 'door.rfa');
    assert.equal(one?.typeCatalog?.name, 'door.txt');
    assert.deepEqual(told(one?.companions ?? []), ['door.ifc Design']);
    const [other] = bundled(file('lamp.ifc'), file('lamp.txt')).bundles;
    assert.equal(other?.typeCatalog, undefined);
    assert.deepEqual(told(other?.companions ?? []), ['lamp.txt Reference']);
  });

  it('in different folders have nothing to do with each other', () => {
    const { bundles } = bundled(file('door.ifc', 'a'), file('door.ifc', 'b'), file('door.png', 'b'));
    assert.deepEqual(
      bundles.map(({ companions }) => companions.length),
      [0, 1],
    );
  });

  it('without a design are told as such; what systems leave in folders is left out', () => {
    const { bundles, strays } = bundled(file('manual.pdf'), file('.DS_Store'), file('door.v2.ifc'));
    assert.deepEqual(
      strays.map(({ name }) => name),
      ['manual.pdf'],
    );
    assert.equal(bundles[0]?.name, 'door.v2');
    assert.equal(stemOf('noending'), 'noending');
  });
});
