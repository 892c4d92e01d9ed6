// biome-ignore-all lint/suspicious/noTemplateCurlyInString: styles write properties of features so

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { issuesOf } from '../../../kernel/schema/validator.ts';
import { camera, identity, visibilityData } from '../testing/fixture.ts';
import { kindNames, kindOf } from './kinds.ts';

const id = 'b1803c36-0a9e-4b52-8b2b-2f4c1d5f9d11';
const point = { x: 0, y: 0, z: 0 };
const atmosphere = {
  sunAzimuth: -360,
  sunPitch: 180,
  heliodonLongitude: 10.7,
  heliodonLatitude: 59.9,
  weather: 0,
  windForce: 1,
  heliodonDate: '2026-06-21T12:00:00Z',
  windOrientation: 0,
  fog: 0.5,
  exposure: -4,
  useHeliodon: true,
};
const red = { r: 255, g: 0, b: 0 };
const fill = { type: 'fill-symbol', color: red };
const line = { type: 'line-symbol', color: { ...red, a: 128 }, width: 2 };
const svg = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
const xmlns = 'xmlns="http://www.w3.org/2000/svg"';
const marker = (url: string) => ({
  featureSymbology: { type: 'simple-symbology', symbol: { type: 'image-marker', url } },
});
const colour = (expression: string) => ({
  featureSymbology: { type: 'simple-symbology', symbol: { ...fill, color: { expression } } },
});
const resource = { repositoryId: 'maps', id: '7', class: 'Maps' };

const good: readonly [kind: string, data: object][] = [
  ['Layer', {}],
  ['RepositoryResource', { ...resource, twinId: id, subClass: 'WMS < 2 > 1', version: 'å'.repeat(40) }],
  ['Repository', { twinId: id, repositoryId: 'Forms', class: 'Forms' }],
  ['View3d', { ...camera, fov: 0.7, width: 10 }],
  ['CameraAnimation', { input: [], output: [] }],
  [
    'CameraAnimation',
    {
      input: [0, 2.5],
      output: [{ camera }, { camera, settings: { atmosphere }, schedule: { timelineId: '0x1c', timePoint: -1 } }],
    },
  ],
  ['Movie', { animations: [id] }],
  [
    'Cutout',
    {
      polygon: [point],
      invisible: false,
      mask: true,
      transformFromClip: identity,
      zHigh: 1,
      zLow: -1,
      clipPlanes: { convexSets: [{ planes: [{}, { normal: point, distance: 1, interior: true }] }] },
    },
  ],
  ['MaterialDecoration', {}],
  ['MaterialDecoration', { decorationId: id }],
  ['GoogleTilesStyling', { quality: 1, adjustment: [1, -2] }],
  [
    'UnrealAtmosphericStyling',
    { atmosphere: { ...atmosphere, HDRIImage: 'sky', HDRIZRotation: 360, sunIntensity: 100 } },
  ],
  [
    'TwinDisplayStyleOptions',
    {
      backgroundColor: 0xffffffff,
      monochromeMode: 1,
      twinViewFlags: { grid: true, renderMode: 6 },
      clipStyling: {
        insideColor: red,
        intersectionStyle: { color: red, width: 2 },
        cutStyle: {
          viewflags: { lighting: true, renderMode: 0 },
          hiddenLine: { visible: { pattern: -1, width: 32 }, transThreshold: 0 },
          appearance: { weight: 31, linePixels: 2155905152, emphasized: true },
        },
      },
      whiteOnWhiteReversal: { ignoreBackgroundColor: true },
    },
  ],
  [
    'modelVisibility',
    {
      ...visibilityData,
      perModelCategoryVisibility: [{ modelId: '0x2', categoryId: '0', visible: true }],
      alwaysDrawn: '+1*3+A',
    },
  ],
  [
    'RealityDataStyling',
    {
      rgb: { ...red, a: 0 },
      displayProps: {
        pointCloud: { shape: 'round', voxelSettings: { scale: 0 }, eyeDome: { mode: 'full', mixWts4: 1 } },
      },
    },
  ],
  ['ResourceSettings', { transparency: 0, selectionEnabled: false }],
  ['GISStyling', {}],
  ['ScheduleSimulation', { timelineId: '0xffffffffffffffff', timePoint: 12.5 }],
  ['ExpressionStyling', {}],
  [
    'ExpressionStyling',
    {
      stylingOptions: {
        styleType: 'Expression',
        color: "color('red', 0.5)",
        defines: { _h$: '${Height} * 2' },
        show: {
          conditions: [{ condition: '${feature["a b"]} >= 3 && !(x === null)', expression: 'true', label: 'tall' }],
        },
      },
    },
  ],
  [
    'ExpressionStyling',
    {
      stylingOptions: {
        styleType: 'Category',
        default: { lineColor: 1, fillColor: 2, weight: 1 },
        rules: ['a', 7, false].map((value) => ({
          name: 'x',
          value,
          symbology: { lineColor: 1, fillColor: 2, weight: 1, linePixels: 1 },
        })),
      },
    },
  ],
  ['GeospatialFeatureStyling', colour("a ? b : c['d'](1, [2, 3])")],
  ['GeospatialFeatureStyling', marker('https://icons.example.com/pin.png')],
  ['GeospatialFeatureStyling', marker(svg(`<?xml version="1.0"?><svg ${xmlns}><path d="M0 0" fill="red"/></svg>`))],
  ['GeospatialFeatureStyling', marker(`data:image/svg+xml,${encodeURIComponent(`<svg ${xmlns}><g/></svg>`)}`)],
  ['GeospatialFeatureStyling', marker(`data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff]).toString('base64')}`)],
  [
    'GeospatialFeatureStyling',
    {
      featureSymbology: {
        type: 'category-symbology',
        valueSource: 'class',
        defaultSymbol: { ...fill, outline: line },
        categories: [{ value: 'x', symbol: { type: 'shape-marker', shape: 'star', size: { expression: '3' }, fill } }],
      },
    },
  ],
  [
    'GeospatialFeatureStyling',
    {
      featureSymbology: {
        type: 'interval-symbology',
        valueSource: { expression: '${x}', defines: {} },
        defaultSymbol: line,
        intervals: [{ maxValue: 3, minValue: -1, symbol: fill, displayName: 'low' }],
      },
    },
  ],
];

const harmful = [
  `<svg ${xmlns}><script>alert(1)</script></svg>`,
  `<svg ${xmlns} xmlns:s="http://www.w3.org/2000/svg"><s:script/></svg>`,
  `<svg ${xmlns} onload="alert(1)"/>`,
  `<svg ${xmlns}><g OnClick='x'/></svg>`,
  `<svg ${xmlns}><foreignObject/></svg>`,
  `<svg ${xmlns}><animate attributeName="href"/></svg>`,
  `<svg ${xmlns}><set to="x"/></svg>`,
  `<svg ${xmlns}><a href=" JavaScript:alert(1)"/></svg>`,
  `<svg ${xmlns}><a href="java&#115;cript:alert(1)"/></svg>`,
  `<!DOCTYPE svg [<!ENTITY x "y">]><svg ${xmlns}/>`,
  `<?xml-stylesheet href="x"?><svg ${xmlns}/>`,
  `<svg ${xmlns}><g style="fill: url(https://evil.example/x)"/></svg>`,
  `<svg ${xmlns}><g style="fill: URL( 'https://evil.example/x' )"/></svg>`,
  `<svg ${xmlns}><g style="fill: u\\72l(https://evil.example/x)"/></svg>`,
  `<svg ${xmlns}><g style="fill: url/**/(https://evil.example/x)"/></svg>`,
  `<svg ${xmlns}><rect fill="url(//evil.example/x#a)"/></svg>`,
  `<svg ${xmlns}><style>@import 'https://evil.example/x';</style></svg>`,
  `<svg ${xmlns}><style><![CDATA[g { fill: url(https://evil.example/x) }]]></style></svg>`,
  `<svg ${xmlns}><style>g { fill: u&#114;l(https://evil.example/x) }</style></svg>`,
  `<svg ${xmlns}><image href="https://evil.example/x.png"/></svg>`,
  `<svg ${xmlns}><IMAGE HREF="https://evil.example/x.png"/></svg>`,
  `<svg ${xmlns}><use href="https://evil.example/x#a"/></svg>`,
  `<svg ${xmlns}><USE XLINK:HREF="https://evil.example/x#a"/></svg>`,
  `<svg ${xmlns}><SCRIPT>alert(1)</SCRIPT></svg>`,
  `<svg ${xmlns} xml:base="https://evil.example/"><use href="#a"/></svg>`,
  `<!doctype svg [<!entity x "y">]><svg ${xmlns}/>`,
  `<html ${xmlns}/>`,
  `<svg ${xmlns}>`,
  'no picture',
  `<svg ${xmlns}>${'<g>'.repeat(2500)}${'</g>'.repeat(2500)}</svg>`,
];

const bad: readonly [kind: string, data: object, target: string][] = [
  ['Layer', { visible: true }, 'visible'],
  ['RepositoryResource', { repositoryId: 'x', id: 'y' }, 'class'],
  ['RepositoryResource', { ...resource, id: '<b>x' }, 'id'],
  ['RepositoryResource', { ...resource, id: 'http://x' }, 'id'],
  ['RepositoryResource', { ...resource, subClass: 'JavaScript:x' }, 'subClass'],
  ['RepositoryResource', { ...resource, twinId: 'x' }, 'twinId'],
  ['Repository', { repositoryId: 'x', class: 'y' }, 'twinId'],
  ['View3d', { ...camera, isOrthographic: 1 }, 'isOrthographic'],
  ['View3d', { ...camera, up: { ...point, w: 1 } }, 'up.w'],
  ['CameraAnimation', { input: [-1], output: [{ camera }] }, 'input[0]'],
  ['CameraAnimation', { input: [0], output: [{}] }, 'output[0].camera'],
  ['Movie', { animations: ['x'] }, 'animations[0]'],
  ['Cutout', { polygon: [], invisible: true }, 'mask'],
  ['GoogleTilesStyling', { quality: 1.01 }, 'quality'],
  ['UnrealAtmosphericStyling', { atmosphere: { ...atmosphere, sunPitch: 181 } }, 'atmosphere.sunPitch'],
  [
    'UnrealAtmosphericStyling',
    { atmosphere: { ...atmosphere, heliodonDate: '2026-02-30T00:00:00Z' } },
    'atmosphere.heliodonDate',
  ],
  [
    'UnrealAtmosphericStyling',
    { atmosphere: { ...atmosphere, heliodonDate: '2026-02-03' } },
    'atmosphere.heliodonDate',
  ],
  ['TwinDisplayStyleOptions', { twinViewFlags: { renderMode: 1 } }, 'twinViewFlags.renderMode'],
  ['TwinDisplayStyleOptions', { twinViewFlags: { lighting: true } }, 'twinViewFlags.lighting'],
  ['TwinDisplayStyleOptions', { backgroundColor: 2 ** 32 }, 'backgroundColor'],
  ['TwinDisplayStyleOptions', { clipStyling: { insideColor: { ...red, b: 256 } } }, 'clipStyling.insideColor.b'],
  ['modelVisibility', { ...visibilityData, neverDrawn: '1*3' }, 'neverDrawn'],
  ['modelVisibility', { ...visibilityData, models: { shownList: '' } }, 'models.hiddenList'],
  ['RealityDataStyling', { displayProps: { pointCloud: { shape: 'oval' } } }, 'displayProps.pointCloud.shape'],
  ['ResourceSettings', { transparency: -0.1 }, 'transparency'],
  ['GISStyling', { transparency: 2 }, 'transparency'],
  ['ScheduleSimulation', { timelineId: '0x0', timePoint: 0 }, 'timelineId'],
  ['ExpressionStyling', { stylingOptions: { styleType: 'Other' } }, 'stylingOptions'],
  ['ExpressionStyling', { stylingOptions: { styleType: 'Expression', color: { conditions: [] } } }, 'stylingOptions'],
  [
    'ExpressionStyling',
    { stylingOptions: { styleType: 'Expression', color: 'a', defines: { 'a b': '1' } } },
    'stylingOptions',
  ],
  ['GeospatialFeatureStyling', {}, 'featureSymbology'],
  ...[
    'a = 1',
    'a; b',
    'x => y',
    'function f() {}',
    'a b',
    '',
    'this.x',
    '${a',
    '${a; b}',
    'x'.repeat(4097),
    '"a',
    `'${"\\'".repeat(2000)}`,
    `${'('.repeat(2000)}1${')'.repeat(2000)}`,
    'new X()',
    '`x`',
  ].map((text): [string, object, string] => ['GeospatialFeatureStyling', colour(text), 'featureSymbology']),
  ...[
    ...harmful.map(svg),
    'http://icons.example.com/pin.png',
    'https://user:secret@icons.example.com/pin.png',
    'https://127.0.0.1/pin.png',
    'https://[::1]/pin.png',
    'data:text/html,x',
    'data:image/png;base64,AAAA',
    svg(`<svg ${xmlns}><path d="${'M0 0'.repeat(5200)}"/></svg>`),
  ].map((url): [string, object, string] => ['GeospatialFeatureStyling', marker(url), 'featureSymbology']),
];

describe('data of scene objects', () => {
  it('has an example of every kind', () => {
    assert.deepEqual([...new Set(good.map(([kind]) => kind))].sort(), [...kindNames].sort());
  });

  for (const [name, data] of good) {
    it(`fits: ${name} ${JSON.stringify(data).slice(0, 60)}`, () => {
      const kind = kindOf(name);
      assert.ok(kind);
      assert.deepEqual(issuesOf(kind.data, data), []);
      assert.deepEqual(kind.check?.({ ...data }) ?? [], []);
    });
  }

  for (const [name, data, target] of bad) {
    it(`does not fit: ${name} ${JSON.stringify(data).slice(0, 160)}`, () => {
      const kind = kindOf(name);
      assert.ok(kind);
      assert.deepEqual(
        issuesOf(kind.data, data).map((issue) => issue.target),
        [target],
      );
    });
  }
});
