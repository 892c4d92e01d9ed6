import type { Reader } from '../../kernel/db/database.ts';
import type { Graphic } from './meshes.ts';

/** The classes of repositories that a twin has because an area holds data of it, as the specification names them. */
export const generatedClasses = [
  'Storage',
  'Forms',
  'models',
  'RealityData',
  'SensorData',
  'GeospatialFeatures',
  'PdfPlansets',
  'IndexedMedia',
  'Issues',
] as const;

/**
 * A repository that exists because another area holds data of the twin. Each of `permissions` reads that area; who has
 * none of them is not shown the repository.
 */
export interface GeneratedRepository {
  readonly class: (typeof generatedClasses)[number];
  readonly displayName: string;
  readonly permissions: readonly string[];
  /** Address below the base address. */
  readonly path: (twinId: string) => string;
  hasData(db: Reader, twinId: string): Promise<boolean>;
  /** Its resources, where the area offers them. */
  readonly resources?: RepositoryResources;
}

export interface RepositoryResource {
  readonly id: string;
  readonly type: string | null;
  readonly displayName: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly graphics: readonly Graphic[];
}

export interface RepositoryResources {
  list(
    db: Reader,
    twinId: string,
    page: { search: string | undefined; skip: number; top: number },
  ): Promise<RepositoryResource[]>;
  find(db: Reader, twinId: string, resourceId: string): Promise<RepositoryResource | undefined>;
}
