import { unpack } from '../read/unpack.ts';
import { byChunk, countCells } from '../tile/divide.ts';
import { tileOf } from '../tile/octree.ts';
import { writePoints } from '../tile/pieces.ts';
import { readPlaces, readPoints } from '../tile/stored.ts';
import { type WrittenTile, writeTile } from '../tile/write-tile.ts';
import type { Order, OrderOf, Outcome } from './orders.ts';

/** Does what is ordered, on whatever thread. */
export async function work(order: Order): Promise<Outcome> {
  switch (order.is) {
    case 'unpack':
      return { is: 'unpack', batch: await unpack(order.bytes, order.packed, order.spare) };
    case 'count':
      countCells(readPlaces(order.stored), order.cube, order.counts);
      return { is: 'count' };
    case 'divide': {
      const { sorted, starts } = byChunk(readPoints(order.stored), order.division);
      writePoints(order.file, order.offset, sorted);
      return { is: 'divide', starts };
    }
    case 'build':
      return build(order);
    case 'tile':
      return { is: 'tile', written: [writeTile(order.name, order.points, order.step, order.targets)] };
  }
}

function build({ stored, cube, name, step, targets }: OrderOf<'build'>): Outcome {
  const written: WrittenTile[] = [];
  const tile = tileOf(readPoints(stored), cube, name, (own, points) => {
    written.push(writeTile(own, points, step, targets));
    return own;
  });
  return { is: 'build', tile, written };
}
