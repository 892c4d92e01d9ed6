import { Center, Image } from '@mantine/core';
import { IconBuildingBridge, IconBuildingSkyscraper, IconFolders, IconSitemap, IconTools } from '@tabler/icons-react';
import type { Twin } from './queries.ts';
import classes from './twins.module.css';

const symbols = {
  Account: IconFolders,
  Portfolio: IconFolders,
  Asset: IconBuildingSkyscraper,
  Program: IconSitemap,
  Project: IconBuildingBridge,
  WorkPackage: IconTools,
} as const;

/** The picture of a twin, or a sign of what it is. */
export function Thumb({ twin, size = 40 }: { readonly twin: Twin; readonly size?: number }) {
  if (twin.image) return <Image src={twin.image} alt="" w={size} h={size} radius="sm" fit="cover" />;
  const Sign = symbols[twin.subClass];
  return (
    <Center w={size} h={size} className={classes.thumb} aria-hidden>
      <Sign size={size * 0.5} stroke={1.5} />
    </Center>
  );
}
