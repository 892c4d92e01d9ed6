import type { Id64, SpatialTree, TreeNode } from '../../snapshot/types.ts';

/** What the tree needs to know of an element. */
export interface Leaf {
  readonly id: Id64;
  readonly globalId: string;
  readonly class: string;
  readonly name: string | null;
  readonly parentId: Id64;
  readonly containerId: Id64;
  readonly spatial: boolean;
}

interface Growing {
  readonly leaf: Leaf;
  readonly counts: Record<string, number>;
  readonly children: Growing[];
}

/** Levels of the tree; what is nested deeper stands in the last one, side by side: programs that read trees call themselves. */
const deepest = 200;

/** The spatial structure: spatial elements under their parents, of all others how many of each class are in them. */
export function treeOf(project: SpatialTree['project'], leaves: readonly Leaf[]): SpatialTree {
  const nodes = new Map<Id64, Growing>();
  for (const leaf of leaves) if (leaf.spatial) nodes.set(leaf.id, { leaf, counts: {}, children: [] });
  const roots: Growing[] = [];
  const loose: Record<string, number> = {};
  for (const leaf of leaves) {
    const node = nodes.get(leaf.id);
    if (node === undefined) {
      const counts = nodes.get(leaf.containerId)?.counts ?? loose;
      counts[leaf.class] = (counts[leaf.class] ?? 0) + 1;
      continue;
    }
    // a space may be contained in its storey instead of being part of it
    const above = nodes.get(leaf.parentId) ?? nodes.get(leaf.containerId);
    if (above === undefined || above === node) roots.push(node);
    else above.children.push(node);
  }
  return { project, children: roots.map((root) => grown(root, 1)), counts: loose };
}

function grown({ leaf, counts, children }: Growing, depth: number): TreeNode {
  const { id, globalId, class: name } = leaf;
  const below = depth < deepest ? children : children.flatMap(flattened);
  return {
    id,
    globalId,
    class: name,
    name: leaf.name,
    counts,
    children: below.map((child) => grown(child, depth + 1)),
  };
}

/** It and all below it, side by side. */
function flattened(node: Growing): Growing[] {
  const found: Growing[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of next.children) waiting.push(child);
    found.push({ ...next, children: [] });
  }
  return found;
}
