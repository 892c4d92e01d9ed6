import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { breathe, type Engine, type EngineContext } from '../engine.ts';
import type { SnapshotHeader } from '../snapshot/types.ts';
import { createSnapshot, type SnapshotWriter } from '../snapshot/writer.ts';
import { type Elements, elementsOf } from './describe/elements.ts';
import { groupsOf } from './describe/groups.ts';
import { hierarchyOf } from './describe/hierarchy.ts';
import { placementsOf } from './describe/placement.ts';
import { relationsOf } from './describe/relations.ts';
import { withTypeOccurrence } from './describe/type-occurrence.ts';
import { typesOf } from './describe/types.ts';
import { failures } from './failures.ts';
import { readInput } from './input.ts';
import { linesReader } from './lines/lines.ts';
import { type ElementMeshes, type Geometry, startElementMeshes } from './mesh/element-meshes.ts';
import { meshThread } from './mesh/threads.ts';
import { paintReader } from './paint/paints.ts';
import { defaultIfcLimits, type IfcParams, type IfcResult } from './params.ts';
import { type ReadFile, readModel } from './read-model.ts';
import { recorder } from './record.ts';
import { type Summary, summary } from './summary.ts';

/** Elements between two looks at messages and signals. */
const batch = 200;

/**
 * Imports an IFC file; see params.ts. The meshes are made in a second thread while this one hashes, and describes the
 * elements whose meshes are there.
 */
export const importIfc: Engine<IfcParams, IfcResult> = async (params, context) => {
  const limits = { ...defaultIfcLimits, ...params.limits };
  // it starts while the file is read
  meshThread.ready();
  context.progress({ step: 'Reading', unit: 'elements', done: 0, total: null });
  const file = await readFile(params, limits.bytes, context);
  const { model, meshed } = file;
  const elements = elementsOf(model, knownKeys(params.knownIds));
  if (elements.all.length === 0 && model.all('IFCROOT').length === 0) throw failures.noElements();
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
      described.records.shapeHash(element);
      if (place % batch === 0) await steps.at(place, 'hashed');
    }
    steps.begin('Describing elements');
    const snapshot = join(params.output, 'model.snapshot');
    const { header, geometry } = await writeSnapshot(snapshot, described, meshing, steps);
    const newIds = join(params.output, 'new-ids.txt');
    writeFileSync(newIds, elements.newKeys.map((key) => `${key}\n`).join(''));
    steps.end();
    return {
      snapshot,
      geometry: geometry.paths,
      ...(geometry.refused === undefined ? {} : { geometryRefused: geometry.refused }),
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

/** With an element that shows a type where that is wanted and nothing else is there to be seen. */
async function readFile({ input, showType }: IfcParams, limit: number, context: EngineContext): Promise<ReadFile> {
  const given = await readInput(input, limit);
  const file = await readModel(given, context);
  const bytes = showType === true ? withTypeOccurrence(file.model) : undefined;
  return bytes === undefined ? file : readModel({ bytes, others: given.others, other: given.other }, context);
}

type Described = ReturnType<typeof describing>;

/** What is known of the elements but their meshes. */
function describing({ model, project, units, relativeTo }: ReadFile, elements: Elements) {
  const placements = placementsOf(model, relativeTo, units.metresPerUnit);
  const relations = relationsOf(model);
  const hierarchy = hierarchyOf(model, elements, relations);
  const groups = groupsOf(model, relations);
  const records = recorder({ model, relations, hierarchy, groups, placements, units });
  return { model, elements, project, units, placements, relations, groups, records };
}

async function writeSnapshot(
  path: string,
  described: Described,
  meshing: ElementMeshes,
  steps: Steps,
): Promise<{ header: SnapshotHeader; geometry: Geometry }> {
  // the report names what is wrong with shapes before what is found from here on
  const tell = described.model.issues.here();
  let writer = createSnapshot(path);
  try {
    let sum = await describeAll(writer, described, meshing, steps);
    const geometry = await meshing.finish(tell);
    if (geometry.outdated) {
      writer.close();
      writer = createSnapshot(path);
      sum = await describeAll(writer, described, meshing, steps);
    }
    const { groups, relations, model } = described;
    const header = sum.header(geometry.refused, groups.all(described.elements.all), typesOf(model, relations));
    writer.finish(header);
    return { header, geometry };
  } finally {
    writer.close();
  }
}

/** Each as soon as its mesh is there. */
async function describeAll(
  writer: SnapshotWriter,
  described: Described,
  meshing: ElementMeshes,
  steps: Steps,
): Promise<Summary> {
  const { model, elements, records } = described;
  const sum = summary(model, described);
  const ordered = elements.all.toSorted((a, b) => a.id - b.id);
  for (const [place, element] of ordered.entries()) {
    const record = records.record(element, await meshing.of(element));
    writer.add(record);
    sum.add(record, element);
    if (place % batch === 0) await steps.at(place, 'described');
  }
  return sum;
}

const knownKeys = (path: string | undefined): string[] =>
  path === undefined
    ? []
    : readFileSync(path, 'utf8')
        .split('\n')
        .filter((key) => key !== '');

type Steps = ReturnType<typeof counting>;

/** Every element is counted three times: hashed, meshed, described. A mesher that begins anew counts from where it was. */
function counting(context: EngineContext, elements: number) {
  const counts = { hashed: 0, meshed: 0, described: 0 };
  const count = (what: keyof typeof counts, done: number) => {
    counts[what] = Math.max(counts[what], done);
    context.progress({ done: counts.hashed + counts.meshed + counts.described, total: 3 * elements });
  };
  return {
    begin: (step: string) => context.progress({ step, total: 3 * elements }),
    end: () => context.progress({ done: 3 * elements }),
    meshed: (share: number) => count('meshed', Math.floor(share * elements)),
    async at(place: number, what: 'hashed' | 'described') {
      count(what, place);
      await breathe();
      context.signal?.throwIfAborted();
    },
  };
}
