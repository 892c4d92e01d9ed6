import { type Networks, parseNetworks } from '../../std/network.ts';
import type { Tool } from './tools.ts';

/** Services outside that do the calculation in place of the own engine. */
export interface ExternalTools {
  /** Where quantities are posted to; absent: the own engine. */
  readonly urls: Readonly<Partial<Record<Tool, string>>>;
  /** Networks that are not public, but may be called. */
  readonly allowed: Networks;
}

/** As the configuration has them: CARBON_TOOL_A_URL, CARBON_TOOL_B_URL, CARBON_ALLOWED_NETWORKS. */
export interface ExternalToolOptions {
  readonly toolA: string | undefined;
  readonly toolB: string | undefined;
  readonly allowedNetworks: readonly string[];
}

export const externalTools = ({ toolA, toolB, allowedNetworks }: ExternalToolOptions): ExternalTools => ({
  urls: {
    ...(toolA === undefined ? {} : { 'carbontool-a': toolA }),
    ...(toolB === undefined ? {} : { 'carbontool-b': toolB }),
  },
  allowed: parseNetworks(allowedNetworks),
});
