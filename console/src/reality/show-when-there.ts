import { answerOf, platform } from '../platform/client.ts';
import { queryClient } from '../platform/query-client.ts';
import { optionsOf, targetsOf } from './kinds.ts';
import { startConversion } from './queries.ts';

/** Begins the conversion into what one looks at, of data whose files have just arrived; what needs none is left as it is. */
export async function showWhenThere(id: string, twinId: string, inputSRS: string): Promise<void> {
  const call = platform.realityData.GET('/reality-management/reality-data/{id}', { params: { path: { id } } });
  const { realityData } = await answerOf(call);
  const [target] = targetsOf(realityData.type);
  if (target) {
    const options = {
      merge: true,
      ...optionsOf(target.output),
      ...(inputSRS.trim() ? { inputSRS: inputSRS.trim() } : {}),
    };
    const { displayName: name } = realityData;
    await startConversion({ twinId, name, inputs: [id], outputs: [target.output], options });
  }
  await queryClient.invalidateQueries({ queryKey: ['reality', twinId] });
}
