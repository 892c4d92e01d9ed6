import type { Model } from '../../api/ports/models.ts';
import type { Ports } from '../../api/ports/ports.ts';
import type { GeneratedRepository, RepositoryResource } from '../../api/ports/repositories.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fold } from '../../std/text.ts';
import { findModel, modelsOf } from './store/models.ts';

type WithFiles = Pick<Ports, 'files' | 'meshes'>;

/** The repository of a twin's models; each model is a resource of it. */
export const modelsRepository = (ports: WithFiles): GeneratedRepository => ({
  class: 'models',
  displayName: 'models',
  permissions: ['models_webview', 'models_read'],
  path: (twinId) => `/models/?twinId=${twinId}`,
  hasData: async (db, twinId) => (await modelsOf(db, twinId, ports)).length > 0,
  resources: {
    async list(db, twinId, { search, skip, top }) {
      const wanted = fold(search ?? '');
      const found = (await modelsOf(db, twinId, ports)).filter((one) => fold(one.displayName).includes(wanted));
      return Promise.all(found.slice(skip, skip + top).map((one) => resourceOf(db, one, ports)));
    },
    async find(db, twinId, resourceId) {
      const found = await findModel(db, resourceId, ports);
      return found?.twinId === twinId ? resourceOf(db, found, ports) : undefined;
    },
  },
});

const resourceOf = async (db: Reader, model: Model, { meshes }: WithFiles): Promise<RepositoryResource> => ({
  id: model.id,
  type: 'IFC',
  displayName: model.displayName,
  properties: {},
  graphics: await meshes.graphicsOf(db, model.id),
});
