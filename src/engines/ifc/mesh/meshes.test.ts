import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { until } from '../../../kernel/jobs/testing/support.ts';
import type { EngineProgress } from '../../engine.ts';
import { readHeader } from '../header.ts';
import { importIfc } from '../ifc.ts';
import { openIssues } from '../issues.ts';
import { openModel } from '../step/model.ts';
import { scanInstances } from '../step/scan.ts';
import { boxShape, imported, project, stepFile, testFolder, wall } from '../testing/files.ts';
import { tetrahedron } from '../testing/tetrahedron.ts';
import { opening, ownWork } from './heartbeat.ts';
import { bytesBehind, patienceOf } from './stall-timeout.ts';

const folder = testFolder();
const program = new URL('../../run.ts', import.meta.url).pathname;

const damagedFile = (walls: readonly string[]): string =>
  stepFile(project([tetrahedron(100), tetrahedron(200, true), ...walls].join('\n')));

const reported = (walls: readonly string[]) => imported(damagedFile(walls), { limits: { shapeTime: 2000 } });

describe('a damaged shape on which the mesher never ends', () => {
  it('costs its own mesh only: the mesher starts anew without it, and the report names it with the reason', async () => {
    const walls = [wall(400, 'before', '#133'), wall(401, 'damaged', '#233'), wall(402, 'after', '#133')];
    const { result, records, header } = await reported(walls);
    assert.deepEqual(
      records.slice(3).map((record) => record.mesh?.triangles),
      [4, undefined, 4],
    );
    assert.equal(header.report.issueCount, 1);
    const [issue] = header.report.issues;
    assert.equal(issue?.globalId, 'damaged');
    assert.match(issue?.message ?? '', /^Its shape could not be meshed: the mesher did not end on it within [\d.]+ s/);
    assert.deepEqual([result.triangleCount, result.geometry.length], [8, 1]);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`${signal} ends the engine while the mesher blocks its thread, for an hour if it were let`, async () => {
      const output = mkdtempSync(join(folder, 'stop-'));
      const input = join(output, 'damaged.ifc');
      writeFileSync(input, damagedFile([wall(400, 'good', '#133'), wall(401, 'damaged', '#233')]));
      const limits = { shapeTime: 3_600_000 };
      const child = spawn(process.execPath, [program, 'ifc', JSON.stringify({ input, output, limits })]);
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      // the first shape has been written: the mesher is at the one on which it does not end
      await until('the first shape is written', () => existsSync(join(output, 'geometry-1.glb.bin')));
      child.kill(signal);
      assert.equal(await ended, 130);
      assert.deepEqual(
        readdirSync(output).filter((name) => name.endsWith('.snapshot')),
        [],
      );
    });
  }
});

it('elements are described while the mesher is at work; who stops it then finds no snapshot', async () => {
  const output = mkdtempSync(join(folder, 'meanwhile-'));
  const input = join(output, 'damaged.ifc');
  writeFileSync(input, damagedFile([wall(400, 'good', '#133'), wall(401, 'damaged', '#233')]));
  const stopping = new AbortController();
  const context = {
    progress({ step }: Partial<EngineProgress>) {
      if (step === 'Describing elements') setImmediate(() => stopping.abort());
    },
    log: () => {},
    signal: stopping.signal,
  };
  // the mesher does not end on the second wall
  const limits = { shapeTime: 3_600_000 };
  await assert.rejects(importIfc({ input, output, limits }, context), { name: 'AbortError' });
  assert.deepEqual(
    readdirSync(output).filter((name) => name.endsWith('.snapshot')),
    [],
  );
});

it('what came of no shape stands in the report before what is wrong with descriptions, whichever is found first', async () => {
  const shape = `#300=IFCPLANE(#12);
#301=IFCSHAPEREPRESENTATION(#9,'Body','Brep',(#300));
#302=IFCPRODUCTDEFINITIONSHAPE($,$,(#301));`;
  const set = "#305=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#400),#999);";
  const { header } = await imported(stepFile(project([shape, wall(400, 'a'), wall(401, 'b', '#302'), set].join('\n'))));
  assert.deepEqual(
    header.report.issues.map(({ message }) => message),
    ['Its shape has no mesh: nothing came of IfcPlane.', '#999 is referred to, but not in the file.'],
  );
});

describe('how long the mesher may take for an element', () => {
  const modelOf = async (data: string) => {
    const bytes = Buffer.from(stepFile(project(data)));
    const issues = openIssues(bytes);
    const { schema, dataStart } = readHeader(bytes, issues, []);
    return openModel(bytes, await scanInstances(bytes, dataStart, issues, [], () => {}), schema, issues);
  };

  it('grows with the lines it stands on, each counted once, and with nothing else', async () => {
    const small = boxShape(100, 1, 1, 1);
    const alone = bytesBehind(await modelOf(`${small}\n${wall(110, 'a', '#105')}`), [110]);
    const amongOthers = bytesBehind(await modelOf(`${small}\n${wall(110, 'a', '#105')}\n${tetrahedron(200)}`), [110]);
    assert.equal(alone, amongOthers);
    const circle = await modelOf(`#100=IFCX(#101,'#300;');\n#101=IFCX(#100,#4711);`);
    assert.equal(bytesBehind(circle, [100, 100]), "(#101,'#300;')".length + '(#100,#4711)'.length);
  });

  it('is shorter after others that have not ended, and never without end', async () => {
    const { over } = patienceOf(await modelOf(`${boxShape(100, 1, 1, 1)}\n${wall(110, 'a', '#105')}`), 1000, () => [
      110,
    ]);
    const most = (place: number, before: number) => {
      let ms = 0;
      while (ms < 1e6 && !over({ place, ms }, before)) ms += 50;
      return ms;
    };
    assert.ok(most(0, 0) >= 1000 && most(0, 0) <= 1200, `${most(0, 0)} ms`);
    assert.ok(most(0, 1) < most(0, 0) && most(0, 19) >= 200);
    assert.ok(most(opening, 0) < 4000);
    assert.equal(most(ownWork, 0), 1e6, 'the writing waits for the disk');
  });
});
