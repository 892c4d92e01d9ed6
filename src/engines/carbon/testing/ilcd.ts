/** Ids of the property of a flow, and of indicators. */
export const volume = '93a60a56-a3c8-22da-a746-0800200c9a66';
export const total = '6a37f984-a4b3-458a-a20a-64418c145fa2';
export const newTotal = 'a7ea142a-9749-11ed-a8fc-0242ac120002';
/** Of the first edition. */
export const first = '77e416eb-a363-4258-a04e-171d843a6460';

/** A process of one indicator. */
export const processXml = (
  indicator: string,
  amounts: string,
  scenarios = '',
) => `<?xml version="1.0" encoding="UTF-8"?>
<processDataSet xmlns="http://lca.jrc.it/ILCD/Process" xmlns:common="http://lca.jrc.it/ILCD/Common" xmlns:epd="http://www.iai.kit.edu/EPD/2013">
<processInformation><dataSetInformation><common:UUID>p-1</common:UUID>
<name><baseName xml:lang="de">Beton</baseName><baseName xml:lang="en">Concrete &amp; more</baseName></name>
<common:other><epd:scenarios>${scenarios}</epd:scenarios></common:other></dataSetInformation>
<quantitativeReference><referenceToReferenceFlow>0</referenceToReferenceFlow></quantitativeReference>
<time><common:dataSetValidUntil>2027</common:dataSetValidUntil></time></processInformation>
<exchanges><exchange dataSetInternalID="0"><referenceToFlowDataSet refObjectId="FLOW-1"/><meanAmount>2</meanAmount></exchange></exchanges>
<LCIAResults><LCIAResult><referenceToLCIAMethodDataSet refObjectId="${indicator}"/>
<common:other>${amounts}</common:other></LCIAResult></LCIAResults></processDataSet>`;
export const amount = (module: string, value: number, scenario = '') =>
  `<epd:amount epd:module="${module}"${scenario ? ` epd:scenario="${scenario}"` : ''}>${value}</epd:amount>`;
/** Of concrete, by volume. */
export const flowXml = `<flowDataSet xmlns="f" xmlns:common="c" xmlns:mm="m"><flowInformation><dataSetInformation><common:UUID>flow-1</common:UUID>
<common:other><mm:MatML_Doc><mm:Material><mm:BulkDetails><mm:PropertyData property="pr1"><mm:Data format="float">2400</mm:Data></mm:PropertyData></mm:BulkDetails></mm:Material>
<mm:Metadata><mm:PropertyDetails id="pr1"><mm:Name>gross density</mm:Name></mm:PropertyDetails></mm:Metadata></mm:MatML_Doc></common:other></dataSetInformation>
<quantitativeReference><referenceToReferenceFlowProperty>0</referenceToReferenceFlowProperty></quantitativeReference></flowInformation>
<flowProperties><flowProperty dataSetInternalID="0"><referenceToFlowPropertyDataSet refObjectId="${volume}"/><meanValue>1.0</meanValue></flowProperty></flowProperties></flowDataSet>`;
