/** The two carbon tools: the same operations, with job bodies, job ids and links of their own. */
export const tools = ['carbontool-a', 'carbontool-b'] as const;
export type Tool = (typeof tools)[number];

export const prefix = '/insights/carbon-calculation';

/** Ends the id of an operation. */
export const suffixOf = (tool: Tool): string => (tool === 'carbontool-a' ? 'OfToolA' : 'OfToolB');
