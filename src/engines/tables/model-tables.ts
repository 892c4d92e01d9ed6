import type { Table } from './params.ts';

const text = (name: string, description?: string) =>
  ({ name, type: 'Edm.String', nullable: true, ...(description ? { description } : {}) }) as const;
const key = (name: string) => ({ name, type: 'Edm.String', nullable: false }) as const;
const number = (name: string, description?: string) =>
  ({ name, type: 'Edm.Double', nullable: true, ...(description ? { description } : {}) }) as const;
const position = { name: 'Position', type: 'Edm.Int32', nullable: false } as const;

/** Which model a row is of: it stands in no file, since a file is of one model. */
export const modelColumn = { name: 'ModelId', type: 'Edm.Guid', nullable: false } as const;

/** The entity sets that the table file of a model holds, without the model. */
export const modelTables: readonly Table[] = [
  {
    name: 'Elements',
    key: ['Id'],
    columns: [
      key('Id'),
      key('GlobalId'),
      key('Class'),
      text('Name'),
      text('Tag'),
      text('ParentId'),
      text('ContainerId'),
      text('Building'),
      text('Storey'),
      text('Space'),
      text('TypeName'),
      text('TypeGlobalId'),
      text('Material'),
      ...['MinX', 'MinY', 'MinZ', 'MaxX', 'MaxY', 'MaxZ'].map((name) => number(name, 'm, box of the mesh')),
      number('Area', 'm², surface of the mesh'),
      number('Volume', 'm³, of a closed mesh only'),
    ],
  },
  {
    name: 'Properties',
    key: ['ElementId', 'Source', 'Set', 'Name'],
    columns: [
      key('ElementId'),
      key('Source'),
      key('Set'),
      key('Name'),
      text('Value'),
      number('Number', 'as in the file'),
      text('Unit'),
    ],
  },
  {
    name: 'Quantities',
    key: ['ElementId', 'Source', 'Set', 'Name'],
    columns: [
      key('ElementId'),
      key('Source'),
      key('Set'),
      key('Name'),
      key('Kind'),
      { ...number('Value'), nullable: false },
      key('Unit'),
    ],
  },
  {
    name: 'Materials',
    key: ['ElementId', 'Position'],
    columns: [
      key('ElementId'),
      position,
      key('Use'),
      text('Name'),
      text('Category'),
      number('Thickness', 'm'),
      number('Fraction', '0 to 1'),
    ],
  },
  {
    name: 'Classifications',
    key: ['ElementId', 'Position'],
    columns: [key('ElementId'), position, text('System'), text('Code'), text('Name')],
  },
];
