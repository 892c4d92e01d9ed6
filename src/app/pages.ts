import type { Config } from '../config/config.ts';
import { consoleFolder, consoleMount, frontDoor } from '../console/mount.ts';
import { referenceMount } from '../reference/mount.ts';
import type { Mount } from '../std/mount.ts';
import { toolsMount } from '../tools/mount.ts';
import { toolsFolder } from '../tools/packed.ts';
import { consoleClientId, referenceClientId } from './setup/own-applications.ts';

/** What people look at in a browser. */
export const pageMounts = ({ baseUrl, authUrl, tools }: Config): readonly Mount[] => [
  referenceMount({ authUrl, clientId: referenceClientId }),
  toolsMount({ folder: toolsFolder, baseUrl, on: tools }),
  consoleMount({ folder: consoleFolder, baseUrl, authUrl, clientId: consoleClientId }),
  frontDoor,
];
