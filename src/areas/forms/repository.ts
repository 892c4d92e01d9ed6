import type { GeneratedRepository } from '../../api/ports/repositories.ts';
import { viewPermissions } from './access.ts';
import { hasForms } from './form/store.ts';

/** A twin has it while there is a form. */
export const formsRepository: GeneratedRepository = {
  class: 'Forms',
  displayName: 'Forms',
  permissions: viewPermissions,
  path: (twinId) => `/forms/?twinId=${twinId}`,
  hasData: hasForms,
};
