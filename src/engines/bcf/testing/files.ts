import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

/** A zip of texts and bytes by their names. */
export async function zipped(
  folder: string,
  name: string,
  entries: Readonly<Record<string, string | Buffer>>,
): Promise<string> {
  const zip = new yazl.ZipFile();
  for (const [entry, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), entry);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(join(folder, name)));
  return join(folder, name);
}

export const topicGuid = '2c0e0f5a-7f8d-4b5e-9a3c-0f6a1c2b3d4e';
export const viewpointGuid = '8dc86298-9737-40b4-a448-98a9e953293a';
/** Of a viewpoint that only chooses an element. */
export const choosingGuid = 'c1d7ab54-1be2-4c5a-8f6e-3d2b1a0f9e8d';
export const commentGuid = '780fb7bc-6b5c-4b33-8e5c-1d4ca5a1b8d3';
export const selected = '2O2Fr$t4X7Zf8NOew3FNld';

const camera = `<PerspectiveCamera><CameraViewPoint><X>12.5</X><Y>-3.25</Y><Z>4</Z></CameraViewPoint><CameraDirection><X>0</X><Y>1</Y><Z>0</Z></CameraDirection><CameraUpVector><X>0</X><Y>0</Y><Z>1</Z></CameraUpVector><FieldOfView>60</FieldOfView></PerspectiveCamera>`;

/** As programs write version 2.1: comments and viewpoints beside the topic, labels one by one. */
export const version21 = (picture: Buffer): Record<string, string | Buffer> => ({
  'bcf.version':
    '<?xml version="1.0" encoding="UTF-8"?><Version VersionId="2.1"><DetailedVersion>2.1</DetailedVersion></Version>',
  [`${topicGuid}/markup.bcf`]: `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<Markup xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <Header><File IfcProject="0M6o7Znnv7hxsbWgeu7oQq" isExternal="true"><Filename>duplex.ifc</Filename><Date>2019-06-04T10:00:00Z</Date><Reference>https://example.com/duplex.ifc</Reference></File></Header>
  <Topic Guid="${topicGuid.toUpperCase()}" TopicType="Clash" TopicStatus="Open" ServerAssignedId="42">
    <ReferenceLink>https://example.com/1</ReferenceLink>
    <ReferenceLink>https://example.com/2</ReferenceLink>
    <Title>Door &amp; wall &lt;clash&gt;</Title>
    <Priority>High</Priority>
    <Index>3</Index>
    <Labels>Architecture</Labels>
    <Labels>Structure</Labels>
    <CreationDate>2019-06-04T12:00:00+02:00</CreationDate>
    <CreationAuthor>mason@example.com</CreationAuthor>
    <DueDate>2030-01-01T00:00:00Z</DueDate>
    <AssignedTo>nobody@example.com</AssignedTo>
    <Stage>Execution</Stage>
    <Description>The door does not open.
Line two.</Description>
    <BimSnippet SnippetType="IFC" isExternal="false"><Reference>opening.ifc</Reference></BimSnippet>
    <DocumentReference Guid="11111111-1111-4111-8111-111111111111" isExternal="false"><ReferencedDocument>../plan.txt</ReferencedDocument><Description>The plan</Description></DocumentReference>
    <DocumentReference isExternal="true"><ReferencedDocument>https://example.com/doc</ReferencedDocument></DocumentReference>
    <RelatedTopic Guid="AAAAAAAA-3333-4333-8333-333333333333"/>
  </Topic>
  <Comment Guid="${commentGuid}"><Date>2019-06-05T08:00:00Z</Date><Author>mason@example.com</Author><Comment>Who moved it?</Comment><Viewpoint Guid="${viewpointGuid}"/></Comment>
  <Viewpoints Guid="${viewpointGuid}"><Viewpoint>viewpoint.bcfv</Viewpoint><Snapshot>snapshot.png</Snapshot></Viewpoints>
  <Viewpoints Guid="${choosingGuid.toUpperCase()}"><Viewpoint>choosing.bcfv</Viewpoint></Viewpoints>
</Markup>`,
  [`${topicGuid}/viewpoint.bcfv`]: `<VisualizationInfo Guid="${viewpointGuid}"><Components><ViewSetupHints SpacesVisible="false"/><Selection><Component IfcGuid="${selected}"/></Selection><Visibility DefaultVisibility="true"/><Coloring><Color Color="FF00FF00"><Component IfcGuid="${selected}"/></Color></Coloring></Components>${camera}<ClippingPlanes><ClippingPlane><Location><X>1</X><Y>2</Y><Z>3</Z></Location><Direction><X>1</X><Y>0</Y><Z>0</Z></Direction></ClippingPlane></ClippingPlanes><Bitmap><Bitmap>PNG</Bitmap><Reference>cloud.png</Reference><Location><X>1</X><Y>2</Y><Z>3</Z></Location><Normal><X>0</X><Y>-1</Y><Z>0</Z></Normal><Up><X>0</X><Y>0</Y><Z>1</Z></Up><Height>1.5</Height></Bitmap></VisualizationInfo>`,
  [`${topicGuid}/choosing.bcfv`]: `<VisualizationInfo Guid="${choosingGuid}"><Components><Selection><Component IfcGuid="${selected}"/></Selection><Visibility DefaultVisibility="false"><Exceptions><Component IfcGuid="not a GlobalId"/></Exceptions></Visibility></Components></VisualizationInfo>`,
  [`${topicGuid}/cloud.png`]: picture,
  [`${topicGuid}/opening.ifc`]: 'ISO-10303-21;',
  [`${topicGuid}/snapshot.png`]: picture,
  'plan.txt': 'The plan itself',
});
