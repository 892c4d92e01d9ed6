import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crsOf, knownCrs } from './crs.ts';
import { readSystem, type System } from './system.ts';
import { ellipsoidalPlace } from './transform.ts';
import { shortText } from './wkt-text.ts';
import { esriOf } from './write/esri.ts';
import { keysOf } from './write/geo-keys.ts';
import { wkt1Of } from './write/wkt1.ts';
import { wkt2Of } from './write/wkt2.ts';

const read = (text: string): System => readSystem(text) ?? assert.fail(`It is not read: ${text}`);
const keys = (values: Readonly<Record<number, number | string | number[]>>): string => JSON.stringify(values);
const placeOf = (text: string, place: [number, number, number]) =>
  ellipsoidalPlace(knownCrs(text), place).map((one) => Number(one.toFixed(5)));

const harn =
  'GEOGCS["GCS_North_American_1983_HARN",DATUM["D_North_American_1983_HARN",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const oregon = `PROJCS["NAD_1983_HARN_Oregon_Statewide_Lambert_Feet_Intl",${harn},PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",1312335.958],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-120.5],PARAMETER["Standard_Parallel_1",43.0],PARAMETER["Standard_Parallel_2",45.5],PARAMETER["Latitude_Of_Origin",41.75],UNIT["foot",0.3048]]`;
const etrs =
  'GEOGCS["ETRS89",DATUM["European_Terrestrial_Reference_System_1989",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
const utm = (more = '', unit = 'UNIT["metre",1]') =>
  `PROJCS["ETRS89 / UTM zone 32N",${etrs},PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],${unit}${more}]`;

describe('a text that says where coordinates are', () => {
  it('is read as a number in every way that people write one', () => {
    for (const text of [
      'EPSG:25832',
      '25832',
      'epsg:25832',
      'urn:ogc:def:crs:EPSG::25832',
      'http://www.opengis.net/def/crs/EPSG/0/25832',
      '+init=epsg:25832',
    ]) {
      assert.equal(read(text).id, 'EPSG:25832', text);
    }
    const { id, verticalId, model } = read('EPSG:25832+7837');
    assert.deepEqual([id, verticalId, model.vertical?.name], ['EPSG:25832', 'EPSG:7837', 'DHHN2016 height']);
    assert.equal(read('ESRI:102039').id, 'ESRI:102039');
    assert.equal(read('EPSG:5555').model.vertical?.code, 'EPSG:5783');
  });

  it('finds the listed system that a text of ESRI means by its numbers and its names', () => {
    const found = read(oregon);
    assert.deepEqual(found.match, { id: 'EPSG:2994', kind: 'equal' });
    assert.deepEqual([found.model.plane?.unit.name, found.warnings], ['foot', []]);
    // another system has the same numbers with a word more in its name
    assert.equal(read(utm()).id, 'EPSG:25832');
  });

  it('means the same in all texts that are written of a listed system', () => {
    for (const id of [
      'EPSG:2994',
      'EPSG:5514',
      'EPSG:25832',
      'EPSG:26995',
      'EPSG:2193',
      'EPSG:3035',
      'EPSG:2232',
      'EPSG:3413',
      'EPSG:2056',
      'EPSG:31370',
      'EPSG:3857',
      'EPSG:27700',
      'EPSG:4326',
      'EPSG:4978',
      'EPSG:3031',
      'EPSG:29903',
    ]) {
      const { model } = read(id);
      for (const text of [wkt1Of(model), wkt2Of(model), esriOf(model), keys(keysOf(model))]) {
        const again = read(text ?? '');
        assert.deepEqual([again.id, again.warnings], [id, []], text);
      }
    }
  });

  it('names a listed system with the names and numbers of the register', () => {
    const text = wkt1Of(read('EPSG:2232+6360').model) ?? '';
    assert.match(
      text,
      /^COMPD_CS\["NAD83 \/ Colorado Central \(ftUS\) \+ NAVD88 height \(ftUS\)",PROJCS\["NAD83 \/ Colorado Central \(ftUS\)"/,
    );
    assert.match(text, /UNIT\["US survey foot",0\.304800609601219,AUTHORITY\["EPSG","9003"\]\]/);
    assert.match(text, /AUTHORITY\["EPSG","2232"\]\],VERT_CS/);
    assert.match(text, /AUTHORITY\["EPSG","6360"\]\]\]$/);
  });

  it('that names a code and has other parameters is believed for the parameters, with a warning', () => {
    const inFeet = read(utm(',AUTHORITY["EPSG","25832"]', 'UNIT["foot",0.3048]'));
    assert.deepEqual(inFeet.warnings, [
      { code: 'SystemContradictsCode', params: ['ETRS89 / UTM zone 32N', 'EPSG:25832'] },
    ]);
    assert.deepEqual([inFeet.match.kind, inFeet.model.plane?.unit.toMetre], ['none', 0.3048]);
    assert.deepEqual(read(utm(',AUTHORITY["EPSG","25832"]')).warnings, []);
  });

  it('in which axes point south and west has its coordinates turned', () => {
    const turned = utm(',AXIS["Y",WEST],AXIS["X",SOUTH]');
    const [there, back] = [placeOf(turned, [-500_000, -5_400_000, 0]), placeOf('EPSG:25832', [500_000, 5_400_000, 0])];
    assert.deepEqual(there, back);
    assert.match(wkt1Of(read(turned).model) ?? '', /AXIS\["Westing",WEST\],AXIS\["Southing",SOUTH\]/);
  });

  it('of polar maps turns nothing, though all its axes point south', () => {
    assert.deepEqual(read('EPSG:5041').model.plane?.turn, [1, 1]);
    const { definition = '' } = read('EPSG:5041');
    assert.equal(readSystem(wkt2Of(read('EPSG:32661').model) ?? '')?.id, 'EPSG:32661');
    assert.match(definition, /\+proj=stere/);
  });

  it('in grads is one of grads', () => {
    const paris =
      'GEOGCS["NTF (Paris)",DATUM["Nouvelle_Triangulation_Francaise_Paris",SPHEROID["Clarke 1880 (IGN)",6378249.2,293.466021293627]],PRIMEM["Paris",2.33722917],UNIT["grad",0.015707963267949]]';
    assert.deepEqual(
      crsOf(paris)?.axes?.map((one) => Number(one.toFixed(9))),
      [0.9, 0.9],
    );
  });

  it('with heights of another unit has them in that', () => {
    const vertical =
      'VERT_CS["NAVD88 height (ftUS)",VERT_DATUM["North American Vertical Datum 1988",2005],UNIT["US survey foot",0.304800609601219]]';
    const crs = knownCrs(`COMPD_CS["x",${utm()},${vertical}]`);
    assert.deepEqual([crs.id, crs.verticalId, crs.heightMetres], ['EPSG:25832', 'EPSG:6360', 1200 / 3937]);
    // of ESRI's texts the heights stand behind the plan
    assert.equal(
      crsOf(
        `${utm()},VERTCS["NAVD88_height_(ftUS)",VDATUM["North_American_Vertical_Datum_1988"],UNIT["Foot_US",0.3048006096012192]]`,
      )?.verticalId,
      'EPSG:6360',
    );
  });

  it('of depths has them downwards', () => {
    const crs = knownCrs('EPSG:25832+5715');
    assert.deepEqual([crs.model.vertical?.name, crs.heightMetres], ['MSL depth', -1]);
    assert.match(wkt1Of(crs.model) ?? '', /AXIS\["Depth",DOWN\]/);
  });

  it('that is bound to another system is its own', () => {
    const text = wkt2Of(read('EPSG:31467').model);
    assert.equal(
      readSystem(`BOUNDCRS[SOURCECRS[${text}],TARGETCRS[${wkt2Of(read('EPSG:4326').model)}]]`)?.id,
      'EPSG:31467',
    );
  });

  it('that only the library can read is kept as it was', () => {
    const robinson = '+proj=robin +lon_0=0 +x_0=0 +y_0=0 +a=6371000 +b=6371000 +units=m +no_defs';
    const crs = knownCrs(robinson);
    assert.equal(crs.definition, robinson);
    assert.deepEqual(placeOf(shortText(crs), [1e6, 1e6, 0]), placeOf(robinson, [1e6, 1e6, 0]));
  });

  it('of nothing on earth is not read', () => {
    for (const text of [
      '',
      'EPSG:99999',
      'nonsense',
      'LOCAL_CS["x"]',
      'PROJCS["x"',
      '{"1024":1',
      '{"1025":1}',
      '+proj=nothing',
    ]) {
      assert.equal(crsOf(text), undefined, text);
    }
  });
});

describe('keys of GeoTIFF', () => {
  const state = { 1024: 1, 1025: 1, 3072: 26995 };

  it('with another unit beside a listed system have coordinates in that unit', () => {
    const found = read(keys({ ...state, 3076: 9003 }));
    assert.deepEqual(found.warnings, [{ code: 'UnitKeyDiffers', params: ['metre', 'US survey foot'] }]);
    assert.equal(found.id, 'EPSG:26995');
    assert.deepEqual(
      placeOf(keys({ ...state, 3076: 9003 }), [2_044_700, 1_267_800, 100]).slice(0, 2),
      placeOf('EPSG:26995', [2_044_700 * (1200 / 3937), 1_267_800 * (1200 / 3937), 0]).slice(0, 2),
    );
    assert.deepEqual(read(keys({ ...state, 3076: 9001 })).warnings, []);
    assert.equal(read(keys({ ...state, 3076: 32_767, 3077: [2] })).model.plane?.unit.toMetre, 2);
  });

  it('of a zone stand for that map on the geographic system beside it', () => {
    assert.equal(read(keys({ 1024: 1, 2048: 4326, 3072: 32_767, 3074: 16_017 })).id, 'EPSG:32617');
    assert.equal(read(keys({ 1024: 1, 2048: 4326, 3074: 16_119 })).id, 'EPSG:32719');
    const guessed = read(keys({ 1024: 1, 3072: 32_767, 3074: 16_017 }));
    assert.deepEqual([guessed.id, guessed.warnings], ['EPSG:32617', [{ code: 'DatumGuessed', params: ['WGS 84'] }]]);
  });

  it('of a map never make its metres into degrees', () => {
    const found = read(keys({ 1024: 1, 2048: 4269, 3072: 32_767, 3075: 27_000 }));
    assert.equal(found.definition, undefined);
    assert.deepEqual(
      found.warnings.map(({ code }) => code),
      ['SystemNotUsable'],
    );
  });

  it('of places on earth are degrees, or metres from its middle', () => {
    assert.equal(read(keys({ 1024: 2, 2048: 4326 })).id, 'EPSG:4326');
    assert.equal(crsOf(keys({ 1024: 3, 2048: 4326 }))?.kind, 'geocentric');
  });

  it('take origins of one kind for those of another', () => {
    const cone = { 1024: 1, 2048: 4269, 3072: 32_767, 3074: 32_767, 3075: 11, 3078: [29.5], 3079: [45.5] };
    assert.equal(read(keys({ ...cone, 3080: [-96], 3081: [23], 3082: [0], 3083: [0] })).id, 'EPSG:5070');
    assert.equal(read(keys({ ...cone, 3088: [-96], 3089: [23], 3086: [0], 3087: [0] })).id, 'EPSG:5070');
  });

  it('are passed over where a citation has the whole text', () => {
    assert.equal(read(keys({ 1024: 1, 3072: 32_767, 3073: `ESRI PE String = ${oregon}` })).id, 'EPSG:2994');
  });

  it('say the unit of heights by itself, by a system, and by both, where the unit holds', () => {
    const plan = { 1024: 1, 3072: 26910 };
    const heights = (more: Readonly<Record<number, number>>) => crsOf(keys({ ...plan, ...more }));
    assert.equal(heights({})?.heightMetres, 1);
    assert.equal(heights({ 4099: 9003 })?.heightMetres, 1200 / 3937);
    assert.equal(heights({ 4096: 6360 })?.heightMetres, 1200 / 3937);
    const both = heights({ 4096: 5703, 4099: 9002 });
    assert.deepEqual([both?.heightMetres, both?.verticalId], [0.3048, 'EPSG:8228']);
  });
});
