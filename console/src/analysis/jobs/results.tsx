import { Card, SimpleGrid, Text } from '@mantine/core';
import { IconArrowsLeftRight, IconCube, IconFile, IconPhoto } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { TextLink } from '../../ui/links.tsx';
import type { Analysis } from '../analysis.ts';
import classes from './jobs.module.css';

const route = getRouteApi('/twins/$twinId/analysis/$jobId');

/** What an output is called, and where it is looked at. */
const words: Readonly<Record<string, readonly [title: string, about: string]>> = {
  segmentedPhotos: ['Masks', 'A picture for each photo with the number of the label of each pixel.'],
  segmentation3D: ['Classes of the points', 'The scene with the labels of its classes.'],
  segmentation3DAsLAZ: ['Sorted cloud', 'The points with their classes, to look at in 3D and to take away.'],
  segmentation3DAsLAS: ['Sorted cloud', 'The points with their classes, as LAS.'],
  segmentedPointCloud: ['Sorted cloud', 'The points with their classes, to look at in 3D and to take away.'],
  changesInModelA: ['What is gone', 'The points of the earlier survey that the later one does not have.'],
  changesInModelB: ['What is new', 'The points of the later survey that the earlier one did not have.'],
  objects3D: ['Boxes in space', 'A scene for other programs.'],
  objects3DAs3DTiles: ['Boxes, 3D Tiles', 'For viewers of 3D Tiles.'],
  objects3DAsGeoJSON: ['Boxes, GeoJSON', 'For maps and geographic information systems.'],
  locations3DAsGeoJSON: ['Places, GeoJSON', 'One point for each thing.'],
  locations3DAsSHP: ['Places, shapefile', 'One point for each thing.'],
  lines3D: ['Lines in space', 'A scene for other programs.'],
  lines3DAs3DTiles: ['Lines, 3D Tiles', 'For viewers of 3D Tiles.'],
  lines3DAsGeoJSON: ['Lines, GeoJSON', 'For maps and geographic information systems.'],
  polygons3D: ['Outlines in space', 'A scene for other programs.'],
  polygons3DAs3DTiles: ['Outlines, 3D Tiles', 'For viewers of 3D Tiles.'],
  polygons3DAsGeoJSON: ['Outlines, GeoJSON', 'For maps and geographic information systems.'],
  polygons2D: ['Outlines', 'A scene for other programs.'],
  polygons2DAsGeoJSON: ['Outlines, GeoJSON', 'For maps and geographic information systems.'],
  lines2D: ['Lines', 'A scene for other programs.'],
  lines2DAsGeoJSON: ['Lines, GeoJSON', 'For maps and geographic information systems.'],
};

const isPhotoWork = ({ type }: Analysis): boolean => !/ortho/i.test(type);

/** Outputs that one looks at: what the page is called, what it shows, and what it needs. */
export const looks = {
  photos: {
    outputs: ['objects2D', 'objects2d', 'segmentation2D'],
    is: isPhotoWork,
    title: 'On the photos',
    about: 'What was found, photo by photo: to accept and to reject.',
    icon: IconPhoto,
  },
  changes: {
    outputs: ['objects3D'],
    is: ({ type }: Analysis) => type === 'ChangeDetection',
    title: 'Before and after',
    about: 'Both surveys side by side with the list of changes.',
    icon: IconArrowsLeftRight,
  },
  space: {
    outputs: [
      'objects3DAsGeoJSON',
      'lines3DAsGeoJSON',
      'polygons3DAsGeoJSON',
      'polygons2DAsGeoJSON',
      'lines2DAsGeoJSON',
    ],
    is: () => true,
    title: 'In 3D',
    about: 'What was found, in its place on the model or the map.',
    icon: IconCube,
  },
} as const;
const lookNames = ['photos', 'changes', 'space'] as const;

/** Everything that came of an analysis; what one looks at comes first. */
export function Results({ analysis, twinId }: { readonly analysis: Analysis; readonly twinId: string }) {
  const { jobId } = route.useParams();
  const shown = lookNames.filter((name) => {
    const { outputs, is } = looks[name];
    return is(analysis) && outputs.some((output) => analysis.outputs.has(output));
  });
  const files = [...analysis.outputs].filter(([name]) => words[name]);
  if (shown.length + files.length === 0) return null;
  return (
    <>
      <h2 className={classes.part}>Results</h2>
      <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" className={classes.choice ?? ''}>
        {shown.map((name) => {
          const { title, about, icon: Sign } = looks[name];
          return (
            <Card key={name} component="li" withBorder padding="sm">
              <Text fw={600} size="sm">
                <Sign size={18} stroke={1.5} className={classes.sign} aria-hidden />{' '}
                <TextLink to={`/twins/$twinId/analysis/$jobId/${name}`} params={{ twinId, jobId }}>
                  {title}
                </TextLink>
              </Text>
              <Text size="xs" c="dimmed" mt={4}>
                {about}
              </Text>
            </Card>
          );
        })}
        {files.map(([name, dataId]) => (
          <Card key={name} component="li" withBorder padding="sm">
            <Text size="sm">
              <IconFile size={18} stroke={1.5} className={classes.sign} aria-hidden />{' '}
              <TextLink to="/twins/$twinId/reality/$dataId" params={{ twinId, dataId }}>
                {words[name]?.[0]}
              </TextLink>
            </Text>
            <Text size="xs" c="dimmed" mt={4}>
              {words[name]?.[1]}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
    </>
  );
}
