import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { breathe, type Engine, type EngineContext } from '../engine.ts';
import type { SnapshotHeader } from '../snapshot/types.ts';
import { createSnapshot } from '../snapshot/writer.ts';
import { type Elements, elementsOf } from './describe/elements.ts';
import { groupsOf } from './describe/groups.ts';
import { hierarchyOf } from './describe/hierarchy.ts';
import { placementsOf } from './describe/placement.ts';
import { recorder } from './describe/record.ts';
import { relationsOf } from './describe/relations.ts';
import { failures } from './failures.ts';
import { readInput } from './input.ts';
import { linesReader } from './lines/lines.ts';
import { type ElementMeshes, startElementMeshes } from './mesh/element-meshes.ts';
import { paintReader } from './paint/paints.ts';
import { defaultIfcLimits, type IfcParams, type IfcResult } from './params.ts';
import { type ReadFile, readModel } from './read-model.ts';
import { summary } from './summary.ts';

/** Elements between two looks at messages and signals. */
const batch = 200;

/** Imports an IFC file; see params.ts. The meshes are made in a second thread while this one hashes and describes. */
export const importIfc: Engine<IfcParams, IfcResult> = async (params, context) => {
  const limits = { ...defaultIfcLimits, ...params.limits };
  context.progress({ step: 'Reading', unit: 'elements', done: 0, total: null });
  const file = await readModel(await readInput(params.input, limits.bytes), context);
  const { model, meshed } = file;
  const elements = elementsOf(model, knownKeys(params.knownIds));
  if (elements.all.length === 0) throw failures.noElements();
  const described = describing(file, elements);
  const steps = counting(context, elements.all.length);
  const meshing = startElementMeshes({
    model,
    bytes: meshed,
    elements: elements.all,
    isPlaced: ({ placement }) => placement === null || described.placements(placement) !== null,
    paintsOf: paintReader(file, described.placements),
    pictures: file.pictures,
    linesOf: linesReader(file, described.placements),
    openings: ({ number }) => described.relations.openings.get(number) ?? [],
    folder: params.output,
    limits,
    progress: steps.meshed,
    signal: context.signal,
  });
  try {
    steps.begin('Meshing and comparing shapes');
    for (const [place, element] of elements.all.entries()) {
      described.records.geometryHash(element);
      if (place % batch === 0) await steps.at(place, 'hashed');
    }
    const meshes = await meshing.finished;
    steps.begin('Describing elements');
    const snapshot = join(params.output, 'model.snapshot');
    const header = await writeSnapshot(snapshot, described, meshes, steps);
    const newIds = join(params.output, 'new-ids.txt');
    writeFileSync(newIds, elements.newKeys.map((key) => `${key}\n`).join(''));
    steps.end();
    return {
      snapshot,
      geometry: meshes.paths,
      ...(meshes.refused === undefined ? {} : { geometryRefused: meshes.refused }),
      newIds,
      newIdCount: elements.newKeys.length,
      elementCount: header.counts.elements,
      triangleCount: header.counts.triangles,
      issueCount: header.report.issueCount,
    };
  } finally {
    await meshing.stop();
  }
};

type Described = ReturnType<typeof describing>;

/** What is known of the elements but their meshes. */
function describing({ model, project, units, relativeTo }: ReadFile, elements: Elements) {
  const placements = placementsOf(model, relativeTo, units.metresPerUnit);
  const relations = relationsOf(model);
  const hierarchy = hierarchyOf(model, elements, relations);
  const groups = groupsOf(model, relations);
  const records = recorder({ model, relations, hierarchy, groups, placements });
  return { model, elements, project, units, placements, relations, groups, records };
}

async function writeSnapshot(
  path: string,
  described: Described,
  meshes: ElementMeshes,
  steps: Steps,
): Promise<SnapshotHeader> {
  const { model, elements, records } = described;
  const writer = createSnapshot(path);
  try {
    const sum = summary(model, described);
    const ordered = elements.all.toSorted((a, b) => a.id - b.id);
    for (const [place, element] of ordered.entries()) {
      const record = records.record(element, meshes.of(element));
      writer.add(record);
      sum.add(record, element);
      if (place % batch === 0) await steps.at(place, 'described');
    }
    const header = sum.header(meshes.refused, described.groups.all(elements.all));
    writer.finish(header);
    return header;
  } finally {
    writer.close();
  }
}

const knownKeys = (path: string | undefined): string[] =>
  path === undefined
    ? []
    : readFileSync(path, 'utf8')
        .split('\n')
        .filter((key) => key !== '');

type Steps = ReturnType<typeof counting>;

/** Every element is counted three times: hashed, meshed, described. */
function counting(context: EngineContext, elements: number) {
  const counts = { hashed: 0, meshed: 0, described: 0 };
  const tell = () => {
    const done = counts.described > 0 ? 2 * elements + counts.described : counts.hashed + counts.meshed;
    context.progress({ done, total: 3 * elements });
  };
  return {
    begin: (step: string) => context.progress({ step, total: 3 * elements }),
    end: () => context.progress({ done: 3 * elements }),
    meshed(share: number) {
      // the mesher may have to begin anew
      counts.meshed = Math.max(counts.meshed, Math.floor(share * elements));
      tell();
    },
    async at(place: number, what: 'hashed' | 'described') {
      counts[what] = place;
      tell();
      await breathe();
      context.signal?.throwIfAborted();
    },
  };
}
