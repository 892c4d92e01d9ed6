import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measuredValues } from '../../snapshot/measures.ts';
import { unitSymbols } from '../../snapshot/unit-symbols.ts';
import { imported, project, stepFile, wall } from '../testing/files.ts';

/** Millimetres, square centimetres, cubic decimetres, grams, minutes, degrees. */
const smallUnits = `#200=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#201=IFCSIUNIT(*,.AREAUNIT.,.CENTI.,.SQUARE_METRE.);
#202=IFCSIUNIT(*,.VOLUMEUNIT.,.DECI.,.CUBIC_METRE.);
#203=IFCSIUNIT(*,.MASSUNIT.,$,.GRAM.);
#204=IFCDIMENSIONALEXPONENTS(0,0,1,0,0,0,0);
#205=IFCSIUNIT(*,.TIMEUNIT.,$,.SECOND.);
#206=IFCMEASUREWITHUNIT(IFCTIMEMEASURE(60.),#205);
#207=IFCCONVERSIONBASEDUNIT(#204,.TIMEUNIT.,'minute',#206);
#208=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.0174532925199433),#2);
#209=IFCCONVERSIONBASEDUNIT(#204,.PLANEANGLEUNIT.,'degree',#208);`;

const inch = `#220=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#221=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.0254),#220);
#222=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);
#223=IFCCONVERSIONBASEDUNIT(#222,.LENGTHUNIT.,'INCH',#221);
#224=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);
#225=IFCMEASUREWITHUNIT(IFCAREAMEASURE(0.09290304),#224);
#226=IFCCONVERSIONBASEDUNIT(#222,.AREAUNIT.,'SQUARE FOOT',#225);
#227=IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.);
#228=IFCMEASUREWITHUNIT(IFCMASSMEASURE(0.45359237),#227);
#229=IFCCONVERSIONBASEDUNIT(#222,.MASSUNIT.,'POUND',#228);`;

/** A wall `w` in a file with these units, with what a test gives it. */
const withUnits = (units: string, instances: string, data: string) =>
  imported(
    stepFile(
      project(`${wall(100, 'w')}\n${instances}\n${data}`).replace(
        'IFCUNITASSIGNMENT((#1,#2))',
        `IFCUNITASSIGNMENT((${units}))`,
      ),
    ),
  );

const quantities = `#300=IFCQUANTITYLENGTH('Länge',$,$,2000.,$);
#301=IFCQUANTITYAREA('Seite',$,$,30000.,$);
#302=IFCQUANTITYVOLUME('Netto-Volumen',$,$,1500.,$);
#303=IFCQUANTITYWEIGHT('Masse',$,$,2400.,$);
#304=IFCQUANTITYCOUNT('Anzahl',$,$,3.,$);
#305=IFCQUANTITYTIME('Dauer',$,$,2.,$);
#306=IFCSIUNIT(*,.LENGTHUNIT.,.KILO.,.METRE.);
#307=IFCQUANTITYLENGTH('Weit',$,#306,4.,$);
#308=IFCPHYSICALCOMPLEXQUANTITY('Schicht',$,(#300,#302),'layer',$,$);
#309=IFCELEMENTQUANTITY('q',$,'Mengen',$,$,(#300,#301,#302,#303,#304,#305,#307,#308));
#310=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#100),#309);`;

async function inSi(units: string, instances: string, data: string) {
  const { of, header } = await withUnits(units, instances, data);
  const values = of('w').propertySets.flatMap((set) => measuredValues(set, header.siPerUnit));
  return values.map(({ path, kind, value, siPerUnit }) => [
    path.join('.'),
    kind,
    typeof value === 'number' && siPerUnit !== null ? Math.round(value * siPerUnit * 1e9) / 1e9 : null,
  ]);
}

describe('what values measure', () => {
  it('follows from the entity of a quantity and the units of the file, squared and cubed prefixes, grams', async () => {
    assert.deepEqual(await inSi('#200,#201,#202,#203,#207,#209', smallUnits, quantities), [
      ['Länge', 'length', 2],
      ['Seite', 'area', 3],
      ['Netto-Volumen', 'volume', 1.5],
      ['Masse', 'mass', 2.4],
      ['Anzahl', 'count', 3],
      ['Dauer', 'time', 120],
      ['Weit', 'length', 4000],
      ['Schicht.Länge', 'length', 2],
      ['Schicht.Netto-Volumen', 'volume', 1.5],
    ]);
  });

  it('is told with the units of the file as people write them, or their own', async () => {
    const { of, header } = await withUnits('#200,#201,#202,#203,#207,#209', smallUnits, quantities);
    const [set] = of('w').propertySets;
    assert.deepEqual(set && unitSymbols(set, header.units), {
      Länge: 'mm',
      Seite: 'cm²',
      'Netto-Volumen': 'dm³',
      Masse: 'g',
      Dauer: 'min',
      Weit: 'km',
      Schicht: { Länge: 'mm', 'Netto-Volumen': 'dm³' },
    });
    const other = await withUnits('#223,#226,#229', inch, quantities);
    const [inches] = other.of('w').propertySets;
    const { Länge, Seite, Masse, Dauer } = inches ? unitSymbols(inches, other.header.units) : {};
    assert.deepEqual({ Länge, Seite, Masse, Dauer }, { Länge: 'in', Seite: 'ft²', Masse: 'lb', Dauer: undefined });
  });

  it('is converted from inches, square feet and pounds; without a unit of volume nobody knows which', async () => {
    const found = await inSi('#223,#226,#229', inch, quantities);
    assert.deepEqual(found.slice(0, 4), [
      ['Länge', 'length', 50.8],
      ['Seite', 'area', 2787.0912],
      ['Netto-Volumen', 'volume', null],
      ['Masse', 'mass', 1088.621688],
    ]);
  });

  it('is known of properties by the type of their value, in their own unit where they have one', async () => {
    const data = `#300=IFCPROPERTYSINGLEVALUE('Width',$,IFCPOSITIVELENGTHMEASURE(300.),$);
#301=IFCPROPERTYSINGLEVALUE('Slope',$,IFCPLANEANGLEMEASURE(90.),$);
#302=IFCPROPERTYSINGLEVALUE('Long',$,IFCLENGTHMEASURE(2.),#220);
#303=IFCDERIVEDUNITELEMENT(#202,-1);
#304=IFCDERIVEDUNITELEMENT(#203,1);
#305=IFCDERIVEDUNIT((#303,#304),.MASSDENSITYUNIT.,$);
#306=IFCPROPERTYSINGLEVALUE('Density',$,IFCMASSDENSITYMEASURE(2400.),#305);
#307=IFCMONETARYUNIT('EUR');
#308=IFCPROPERTYSINGLEVALUE('Price',$,IFCMONETARYMEASURE(5.),#307);
#309=IFCPROPERTYSINGLEVALUE('Name',$,IFCLABEL('a'),$);
#310=IFCPROPERTYLISTVALUE('Depths',$,(IFCLENGTHMEASURE(1.),IFCLENGTHMEASURE(2.)),$);
#311=IFCPROPERTYBOUNDEDVALUE('Range',$,$,IFCLENGTHMEASURE(1.),#220,$);
#312=IFCPROPERTYSINGLEVALUE('Empty',$,$,$);
#313=IFCCOMPLEXPROPERTY('Whole',$,'use',(#300,#312));
#314=IFCPROPERTYSET('s',$,'Pset',$,(#300,#301,#302,#306,#308,#309,#310,#311,#312,#313));
#315=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#100),#314);`;
    const { of, header } = await withUnits('#200,#209', `${smallUnits}\n${inch}`, data);
    const [set] = of('w').propertySets;
    const rows = set === undefined ? [] : measuredValues(set, header.siPerUnit);
    const bounds = { lower: 1, unit: 'METRE' };
    assert.deepEqual(set && unitSymbols(set, header.units), {
      Width: 'mm',
      Slope: '°',
      Long: 'm',
      Price: 'EUR',
      Depths: 'mm',
      Range: 'm',
      Whole: { Width: 'mm' },
    });
    assert.deepEqual(
      rows.map(({ path, value, type, kind, unit, siPerUnit }) => [path.join('.'), value, type, kind, unit, siPerUnit]),
      [
        ['Width', 300, 'IfcPositiveLengthMeasure', 'length', null, 0.001],
        ['Slope', 90, 'IfcPlaneAngleMeasure', 'angle', null, 0.0174532925199433],
        ['Long', 2, 'IfcLengthMeasure', 'length', 'METRE', 1],
        ['Density', 2400, 'IfcMassDensityMeasure', 'unknown', 'MASSDENSITYUNIT', 1],
        ['Price', 5, 'IfcMonetaryMeasure', 'unknown', 'EUR', null],
        ['Name', 'a', 'IfcLabel', 'unknown', null, null],
        ['Depths', [1, 2], 'IfcLengthMeasure', 'length', null, 0.001],
        ['Range', bounds, 'IfcLengthMeasure', 'length', 'METRE', 1],
        ['Empty', null, null, 'unknown', null, null],
        ['Whole.Width', 300, 'IfcPositiveLengthMeasure', 'length', null, 0.001],
        ['Whole.Empty', null, null, 'unknown', null, null],
      ],
    );
  });

  it('is square and cubic metres in a file that counts in metres, and unknown in one that does not say', async () => {
    const metres = await withUnits('#220', inch, '');
    assert.deepEqual(metres.header.siPerUnit, { length: 1, area: 1, volume: 1, mass: null, time: 1, angle: 1 });
    const inches = await withUnits('#223', inch, '');
    const { length, area, volume } = inches.header.siPerUnit;
    assert.deepEqual([length, area, volume], [0.0254, null, null]);
  });
});

describe('systems and zones', () => {
  it('are listed with the number of their members, who name them', async () => {
    const { of, header } = await imported(
      stepFile(
        project(`${wall(100, 'a')}
${wall(101, 'b')}
#110=IFCDISTRIBUTIONSYSTEM('sys',$,'Heating',$,$,$,.HEATING.);
#111=IFCZONE('zone',$,'East',$,$,$);
#112=IFCGROUP('group',$,'Any',$,$);
#113=IFCRELASSIGNSTOGROUP('r1',$,$,$,(#100,#101),$,#110);
#114=IFCRELASSIGNSTOGROUP('r2',$,$,$,(#100,#110),$,#111);
#115=IFCRELASSIGNSTOGROUP('r3',$,$,$,(#101),$,#112);`),
      ),
    );
    assert.deepEqual([of('a').groups, of('b').groups], [['sys', 'zone'], ['sys']]);
    assert.deepEqual(header.groups, [
      { globalId: 'sys', class: 'IfcDistributionSystem', name: 'Heating', groups: ['zone'], count: 2 },
      { globalId: 'zone', class: 'IfcZone', name: 'East', groups: [], count: 1 },
    ]);
  });
});

it('a unit of length that a file does not name, or whose size cannot be told, is in the report', async () => {
  const told = async (units: string, instances = '') =>
    (await withUnits(units, instances, '')).header.report.issues.map(({ message }) => message);
  const nothing = inch.replace('(0.0254)', '(0.)');
  assert.deepEqual(await told('#1,#2'), []);
  assert.deepEqual(await told('#223,#2', inch), []);
  assert.deepEqual(await told('#2'), ['The file names no unit of length; lengths count as metres.']);
  assert.deepEqual(await told('#223,#2', nothing), [
    'The size of its unit of length cannot be told; lengths count as metres, and its shapes may be wrong.',
  ]);
});
