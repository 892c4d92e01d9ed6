/** Removes what has been in a map the longest. */
export function evictOldest<K>(map: Map<K, unknown>): void {
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
