import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { className, type ElementInfo, storeyOf } from '../../ui/stage/elements.ts';
import { firstOpen, pathTo, rowsOf, treeOf } from './tree.ts';

const box = { low: [0, 0, 0], high: [1, 1, 1] };
const one = (id: string, name: string, more: Partial<ElementInfo> = {}): [string, ElementInfo] => [
  id,
  { id, globalId: `g${id}`, class: name, name: id, parentId: '0', containerId: '0', categoryId: '0x1', ...more },
];

const elements = new Map([
  one('site', 'IfcSite'),
  one('house', 'IfcBuilding', { parentId: 'site' }),
  one('ground', 'IfcBuildingStorey', { parentId: 'house' }),
  one('room', 'IfcSpace', { parentId: 'ground' }),
  one('wall 2', 'IfcWall', { containerId: 'ground', box }),
  one('wall 10', 'IfcWall', { containerId: 'ground', box }),
  one('opening', 'IfcOpeningElement', { parentId: 'wall 2', containerId: 'ground' }),
  one('door', 'IfcDoor', { parentId: 'wall 2', containerId: 'ground', box }),
  one('chair', 'IfcFurniture', { containerId: 'room', box }),
  one('tree', 'IfcGeographicElement', { box }),
  one('astray', 'IfcBeam', { containerId: 'gone', box }),
]);
const tree = treeOf(elements);
const labels = (open: readonly string[]) =>
  rowsOf(tree, new Set(open)).map(({ node, level }) => `${'·'.repeat(level - 1)}${node.label} ${node.drawn.length}`);

describe('the structure of a model', () => {
  it('has storeys from below to above, whatever their names and their order in the file', () => {
    const storey = (id: string, low: number): [string, ElementInfo][] => [
      one(id, 'IfcBuildingStorey', { parentId: 'house' }),
      one(`${id} wall`, 'IfcWall', { containerId: id, box: { low: [0, 0, low], high: [1, 1, low + 3] } }),
      one(`${id} slab`, 'IfcSlab', { containerId: id, box: { low: [0, 0, low - 0.3], high: [9, 9, low] } }),
    ];
    const shaft = one('shaft', 'IfcWall', { containerId: 'Level 10', box: { low: [0, 0, -9], high: [1, 1, 40] } });
    const levels = [
      ...storey('Roof', 33),
      ...storey('Basement', -3),
      ...storey('Level 10', 27),
      ...storey('Level 2', 3),
    ];
    const [house] = treeOf(new Map([one('house', 'IfcBuilding'), ...levels, shaft]));
    assert.deepEqual(
      house?.children.map(({ label }) => label),
      ['Basement', 'Level 2', 'Level 10', 'Roof'],
    );
  });

  it('has storeys without shapes in the order of the file, and spaces by name', () => {
    const storey = one('storey', 'IfcBuildingStorey');
    const rooms = ['room 10', 'room 9', 'hall'].map((name) => one(name, 'IfcSpace', { parentId: 'storey' }));
    const levels = ['b', 'a'].map((name) => one(name, 'IfcBuildingStorey', { parentId: 'house' }));
    const [house, ground] = treeOf(new Map([one('house', 'IfcBuilding'), ...levels, storey, ...rooms]));
    const names = (of: typeof house) => of?.children.map(({ label }) => label);
    assert.deepEqual(
      [names(house), names(ground)],
      [
        ['b', 'a'],
        ['hall', 'room 9', 'room 10'],
      ],
    );
  });

  it('has places within places, elements by class, and what is nowhere at the end', () => {
    assert.deepEqual(labels(['site', 'house', 'ground', 'ground/IfcWall']), [
      'site 4',
      '·house 4',
      '··ground 4',
      '···room 1',
      '···Door 1',
      '···Wall 2',
      '····wall 2 1',
      '····wall 10 1',
      'Beam 1',
      'Geographic element 1',
    ]);
  });

  it('is open down to the storeys at first', () => {
    assert.deepEqual(firstOpen(tree), ['site', 'house']);
  });

  it('knows the way to an element', () => {
    assert.deepEqual(pathTo(tree, 'chair'), ['site', 'house', 'ground', 'room', 'room/IfcFurniture']);
    assert.equal(pathTo(tree, 'opening'), undefined);
  });

  it('does not end in a circle', () => {
    const circle = new Map([
      one('a', 'IfcSite', { parentId: 'b' }),
      one('b', 'IfcSite', { parentId: 'a' }),
      one('w', 'IfcWall', { containerId: 'a', box }),
    ]);
    assert.deepEqual(
      treeOf(circle).flatMap(({ drawn }) => drawn),
      ['w'],
    );
    assert.equal(storeyOf(circle, 'w'), undefined);
  });
});

it('an element is in the storey of its container, or of what it is part of', () => {
  assert.equal(storeyOf(elements, 'chair')?.id, 'ground');
  assert.equal(storeyOf(elements, 'door')?.id, 'ground');
  assert.equal(storeyOf(elements, 'tree'), undefined);
});

it('classes are called what they are', () => {
  assert.deepEqual(['IfcWallStandardCase', 'IfcDoor', 'IfcBuildingStorey'].map(className), [
    'Wall standard case',
    'Door',
    'Building storey',
  ]);
});
