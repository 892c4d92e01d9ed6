import { answerOf, platform } from '../platform/client.ts';
import { type Component, idOf, type LibraryDocument, type Parent, type WebLink } from './queries.ts';
import type { State } from './search.ts';

const api = platform.library;
const at = (id: string) => ({ params: { path: { id } } });

export interface ComponentFields {
  readonly displayName: string;
  readonly description: string;
  readonly state: State;
  readonly catalogs: string[];
  readonly application: string | null;
  readonly category: string | null;
  readonly manufacturer: string | null;
  readonly hashtags: string[];
}

/** A component as a form has it. */
export const fieldsOf = ({ displayName, description, state, hashtags, _links }: Component): ComponentFields => ({
  displayName,
  description: description ?? '',
  state,
  hashtags: [...hashtags],
  catalogs: _links.catalogs.flatMap((link) => idOf(link) ?? []),
  application: idOf(_links.application) ?? null,
  category: idOf(_links.category) ?? null,
  manufacturer: idOf(_links.manufacturer) ?? null,
});

export const createComponent = async (body: ComponentFields): Promise<Component> =>
  (await answerOf(api.POST('/library/components', { body }))).component;

export const saveComponent = async (id: string, body: ComponentFields): Promise<Component> =>
  (await answerOf(api.PUT('/library/components/{id}', { ...at(id), body }))).component;

/** PUT replaces all of it, so it is read first. */
export async function changeComponent(id: string, change: Partial<ComponentFields>): Promise<Component> {
  const { component } = await answerOf(api.GET('/library/components/{id}', at(id)));
  return saveComponent(id, { ...fieldsOf(component), ...change });
}

export const removeComponent = (id: string) => answerOf(api.DELETE('/library/components/{id}', at(id)));

export interface CatalogFields {
  readonly displayName: string;
  readonly description: string;
  readonly region: string;
  readonly hashtags: string[];
}

export async function saveCatalog(id: string | undefined, body: CatalogFields) {
  if (id === undefined) return (await answerOf(api.POST('/library/catalogs', { body }))).catalog;
  return (await answerOf(api.PUT('/library/catalogs/{id}', { ...at(id), body }))).catalog;
}

export const removeCatalog = (id: string) => answerOf(api.DELETE('/library/catalogs/{id}', at(id)));

export type Purpose = LibraryDocument['purpose'];

export interface DocumentFields {
  readonly displayName: string;
  readonly extension: string;
  readonly purpose: Purpose;
  readonly associatedDesignDocument?: string | null;
  readonly previousVersionId?: string | null;
  readonly available?: boolean;
  readonly isActive?: boolean;
  readonly version?: string;
}

/** A record without a file; its `fileUrl` is where the file goes. */
export async function createDocument({ kind, id }: Parent, body: DocumentFields): Promise<LibraryDocument> {
  if (kind === 'component') {
    const params = { path: { componentId: id } };
    return (await answerOf(api.POST('/library/components/{componentId}/documents', { params, body }))).document;
  }
  const params = { path: { catalogId: id } };
  const ofCatalog = {
    ...body,
    purpose: body.purpose === 'Thumbnail' ? ('Thumbnail' as const) : ('Reference' as const),
  };
  return (await answerOf(api.POST('/library/catalogs/{catalogId}/documents', { params, body: ofCatalog }))).document;
}

export async function saveDocument({ kind, id }: Parent, documentId: string, body: DocumentFields) {
  if (kind === 'component') {
    const params = { path: { componentId: id, documentId } };
    return (await answerOf(api.PUT('/library/components/{componentId}/documents/{documentId}', { params, body })))
      .document;
  }
  const params = { path: { catalogId: id, documentId } };
  const ofCatalog = {
    ...body,
    purpose: body.purpose === 'Thumbnail' ? ('Thumbnail' as const) : ('Reference' as const),
  };
  return (await answerOf(api.PUT('/library/catalogs/{catalogId}/documents/{documentId}', { params, body: ofCatalog })))
    .document;
}

export const removeDocument = ({ kind, id }: Parent, documentId: string) =>
  kind === 'component'
    ? answerOf(
        api.DELETE('/library/components/{componentId}/documents/{documentId}', {
          params: { path: { componentId: id, documentId } },
        }),
      )
    : answerOf(
        api.DELETE('/library/catalogs/{catalogId}/documents/{documentId}', {
          params: { path: { catalogId: id, documentId } },
        }),
      );

export type LinkFields = Pick<WebLink, 'displayName' | 'uri'>;

export async function saveWebLink(
  { kind, id }: Parent,
  webLinkId: string | undefined,
  body: LinkFields,
): Promise<void> {
  if (kind === 'component') {
    const path = { componentId: id };
    if (webLinkId === undefined)
      await answerOf(api.POST('/library/components/{componentId}/weblinks', { params: { path }, body }));
    else {
      const params = { path: { ...path, webLinkId } };
      await answerOf(api.PUT('/library/components/{componentId}/weblinks/{webLinkId}', { params, body }));
    }
    return;
  }
  const path = { catalogId: id };
  if (webLinkId === undefined)
    await answerOf(api.POST('/library/catalogs/{catalogId}/weblinks', { params: { path }, body }));
  else {
    const params = { path: { ...path, webLinkId } };
    await answerOf(api.PUT('/library/catalogs/{catalogId}/weblinks/{webLinkId}', { params, body }));
  }
}

export const removeWebLink = ({ kind, id }: Parent, webLinkId: string) =>
  kind === 'component'
    ? answerOf(
        api.DELETE('/library/components/{componentId}/weblinks/{webLinkId}', {
          params: { path: { componentId: id, webLinkId } },
        }),
      )
    : answerOf(
        api.DELETE('/library/catalogs/{catalogId}/weblinks/{webLinkId}', {
          params: { path: { catalogId: id, webLinkId } },
        }),
      );

export interface VariationFields {
  readonly displayName: string;
  readonly associatedDesignDocument: string | null;
  readonly adHocProperties: readonly AdHocProperty[];
}

export const propertyTypes = ['StringType', 'IntegerType', 'DoubleType', 'FloatType', 'BooleanType'] as const;

export interface AdHocProperty {
  readonly displayName: string;
  readonly type: (typeof propertyTypes)[number];
  readonly value: string;
  readonly unitOfMeasure: string;
}

export async function saveVariation(componentId: string, variationId: string | undefined, fields: VariationFields) {
  const body = { ...fields, adHocProperties: [...fields.adHocProperties] };
  if (variationId === undefined) {
    const params = { path: { componentId } };
    await answerOf(api.POST('/library/components/{componentId}/variations', { params, body }));
    return;
  }
  const params = { path: { componentId, variationId } };
  await answerOf(api.PUT('/library/components/{componentId}/variations/{variationId}', { params, body }));
}

export const removeVariation = (componentId: string, variationId: string) =>
  answerOf(
    api.DELETE('/library/components/{componentId}/variations/{variationId}', {
      params: { path: { componentId, variationId } },
    }),
  );
