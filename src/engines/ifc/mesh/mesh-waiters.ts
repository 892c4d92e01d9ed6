import type { MeshesUpTo, MeshOf } from './messages.ts';

export type Arrivals = ReturnType<typeof arrivals>;

/** The meshes as they come from their thread, for those who wait for one. */
export function arrivals() {
  const meshes = new Map<number, MeshOf>();
  let known = 0;
  let next = Promise.withResolvers<void>();
  const upTo = (done: number) => {
    known = Math.max(known, done);
    next.resolve();
    next = Promise.withResolvers();
  };
  return {
    take({ meshes: more, done }: MeshesUpTo) {
      for (const [place, mesh] of more) meshes.set(place, mesh);
      upTo(done);
    },
    /** No more will come. */
    end: () => upTo(Number.POSITIVE_INFINITY),
    /** Who waits, or will, hears why nothing comes. */
    fail(error: unknown) {
      next.promise.catch(() => {});
      next.reject(error);
    },
    /** The mesh of the element at a place, as soon as it is known; undefined when it has none. */
    async at(place: number): Promise<MeshOf | undefined> {
      while (known <= place) await next.promise;
      return meshes.get(place);
    },
  };
}
