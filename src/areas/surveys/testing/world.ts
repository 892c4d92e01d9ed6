import type { WorldPart } from '../../../../test/support/world-part.ts';

export const world: WorldPart = {
  things: { coordinateSystem: async () => 'EPSG:25832' },
  thingOf: (path, parameter) =>
    path.startsWith('/surveys/coordinate-systems') && parameter === 'id' ? 'coordinateSystem' : undefined,
  open: ['coordinateSystem'],
  // the register and texts are nobody's
  due: (operation) => (operation.startsWith('surveys.') ? 200 : undefined),
  // one page: the link to a next one tells the time
  queries: { 'surveys.listSystems': () => '?$search=25832' },
  bodies: {
    'surveys.readSystem': () => ({ definition: 'EPSG:25832+7837' }),
    'surveys.transformPoints': () => ({ from: 'EPSG:25832', to: 'EPSG:4326', points: [[500_000, 5_400_000, 100]] }),
  },
};
