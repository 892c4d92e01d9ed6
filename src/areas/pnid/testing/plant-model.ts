import { boxShape, project, stepFile } from '../../../engines/ifc/testing/files.ts';

export const valveId = '0valve0000000000000000';
export const tankId = '0tank00000000000000000';

/** A valve and a tank that the small sheet shows, too, tagged by attribute and by name, and what no drawing knows. */
export const plantModel = (): string =>
  stepFile(
    project(`${boxShape(100, 1, 1, 1)}
#110=IFCVALVE('${valveId}',$,'Isolation valve',$,$,#20,#105,'hv 101',$);
${boxShape(120, 2, 2, 4)}
#130=IFCTANK('${tankId}',$,'T100',$,$,#20,#125,$,$);
#140=IFCPUMP('0pump00000000000000000',$,'P-900',$,$,#20,$,'345612',$);
#170=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-4',$,$,$,(#110,#130,#140),#33);`),
  );
