import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hardSample, imported, withoutHardSamples } from './testing/files.ts';

describe('hard public sample files', { skip: withoutHardSamples }, () => {
  it('non-uniform-scale: a scale along the second axis that is left out is that along the first', async () => {
    const { of } = await imported(hardSample('non-uniform-scale.ifc'));
    const { box, mesh } = of('1kTvXnbbzCWw8lcMd1dR4o');
    // four boxes of 0.5 by 0.5 by 2 m, turned by 45°, a metre apart
    const half = Math.SQRT1_2 / 2;
    const expected = [1 - half, -half, 0, 2 + half, 1 + half, 2];
    for (const [n, value] of [...(box?.low ?? []), ...(box?.high ?? [])].entries())
      assert.ok(Math.abs(value - (expected[n] ?? 0)) < 1e-6, `${value}, not ${expected[n]}`);
    assert.ok(Math.abs((mesh?.volume ?? 0) - 2) < 1e-6);
    assert.equal(mesh?.closed, true);
  });

  it('true-north: the site is where it says, turned by its true north to a thousandth of a degree', async () => {
    const { header, records } = await imported(hardSample('true-north.ifc'));
    const m = header.ecefTransform ?? [];
    const turned = (v: readonly number[]) =>
      [0, 4, 8].map((row) => [0, 1, 2].reduce((sum, n) => sum + (m[row + n] ?? 0) * (v[n] ?? 0), 0));
    const site = records.find((record) => record.class === 'IfcSite');
    const origin = [3, 7, 11].map((n) => site?.placement?.[n] ?? 0);
    const place = turned(origin).map((value, n) => value + (m[4 * n + 3] ?? 0));
    // 42° 24′ 53.508911″ N, 71° 15′ 29.058837″ W, 127.817 m above WGS 84
    const [p, l] = [
      (42 + 24 / 60 + 53.508911 / 3600) * (Math.PI / 180),
      -(71 + 15 / 60 + 29.058837 / 3600) * (Math.PI / 180),
    ];
    const n = 6378137 / Math.sqrt(1 - 0.00669437999014 * Math.sin(p) ** 2);
    const across = (n + 127.817) * Math.cos(p);
    const expected = [across * Math.cos(l), across * Math.sin(l), (n * (1 - 0.00669437999014) + 127.817) * Math.sin(p)];
    assert.ok(Math.hypot(...place.map((value, axis) => value - (expected[axis] ?? 0))) < 0.001, `${place}`);
    const north = turned([-0.584517345506034, 0.811381212995827, 0]);
    const along = (v: readonly number[]) => v.reduce((sum, value, axis) => sum + value * (north[axis] ?? 0), 0);
    const east = along([-Math.sin(l), Math.cos(l), 0]);
    const towards = along([-Math.sin(p) * Math.cos(l), -Math.sin(p) * Math.sin(l), Math.cos(p)]);
    const bearing = (Math.atan2(east, towards) * 180) / Math.PI;
    assert.ok(Math.abs(bearing) < 0.001, `true north bears ${bearing}°`);
  });
});
