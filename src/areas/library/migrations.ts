import type { Migration } from '../../kernel/db/database.ts';

const kept = `id {text} PRIMARY KEY, account_id {text} NOT NULL, created bigint NOT NULL, modified bigint NOT NULL,
  revision integer NOT NULL`;
const child = `${kept}, parent_kind {text} NOT NULL, parent_id {text} NOT NULL, name {text} NOT NULL`;

export const libraryMigrations: readonly Migration[] = [
  {
    id: 'library-1',
    statements: [
      `CREATE TABLE library_terms (${kept}, kind {text} NOT NULL, name {text} NOT NULL, name_folded {text} NOT NULL,
        version {text} NOT NULL, version_folded {text} NOT NULL, phone {text}, address {text}, website {text})`,
      `CREATE UNIQUE INDEX library_terms_name ON library_terms (account_id, kind, name_folded, version_folded)`,

      `CREATE TABLE library_catalogs (${kept}, name {text} NOT NULL, name_folded {text} NOT NULL, description {text},
        region {text}, hashtags {text} NOT NULL, search {text} NOT NULL)`,
      'CREATE UNIQUE INDEX library_catalogs_name ON library_catalogs (account_id, name_folded)',

      `CREATE TABLE library_components (${kept}, name {text} NOT NULL, name_folded {text} NOT NULL,
        description {text}, state {text} NOT NULL, application_id {text}, category_id {text}, manufacturer_id {text},
        hashtags {text} NOT NULL, search {text} NOT NULL)`,
      'CREATE INDEX library_components_name ON library_components (account_id, name_folded, id)',
      'CREATE INDEX library_components_state ON library_components (account_id, state, name_folded, id)',
      `CREATE INDEX library_components_application ON library_components (application_id)
        WHERE application_id IS NOT NULL`,
      'CREATE INDEX library_components_category ON library_components (category_id) WHERE category_id IS NOT NULL',
      `CREATE INDEX library_components_manufacturer ON library_components (manufacturer_id)
        WHERE manufacturer_id IS NOT NULL`,
      `CREATE TABLE library_component_words (account_id {text} NOT NULL, ending {text} NOT NULL,
        component_id {text} NOT NULL, PRIMARY KEY (account_id, ending, component_id))`,
      `CREATE TABLE library_catalog_components (catalog_id {text} NOT NULL, component_id {text} NOT NULL,
        PRIMARY KEY (catalog_id, component_id))`,
      'CREATE INDEX library_catalog_components_component ON library_catalog_components (component_id)',

      `CREATE TABLE library_weblinks (${child}, name_folded {text} NOT NULL, uri {text} NOT NULL)`,
      'CREATE UNIQUE INDEX library_weblinks_name ON library_weblinks (parent_id, name_folded)',

      `CREATE TABLE library_variations (${kept}, parent_id {text} NOT NULL, name {text} NOT NULL, design_id {text},
        properties {text} NOT NULL)`,
      'CREATE INDEX library_variations_parent ON library_variations (parent_id, created, id)',
      'CREATE INDEX library_variations_design ON library_variations (design_id) WHERE design_id IS NOT NULL',

      `CREATE TABLE library_documents (${child}, name_folded {text} NOT NULL, extension {text} NOT NULL,
        extension_folded {text} NOT NULL, version {text} NOT NULL, version_folded {text} NOT NULL,
        purpose {text} NOT NULL, previous_id {text}, design_id {text}, available integer NOT NULL,
        active integer NOT NULL, blob_id {text}, size bigint NOT NULL, upload_id {text}, upload_due bigint)`,
      `CREATE UNIQUE INDEX library_documents_name
        ON library_documents (parent_id, name_folded, extension_folded, version_folded)`,
      'CREATE INDEX library_documents_parent ON library_documents (parent_id, created, id)',
      'CREATE INDEX library_documents_previous ON library_documents (previous_id) WHERE previous_id IS NOT NULL',
      'CREATE INDEX library_documents_design ON library_documents (design_id) WHERE design_id IS NOT NULL',

      `CREATE TABLE library_uploads (id {text} PRIMARY KEY, public_id {text} NOT NULL, account_id {text} NOT NULL,
        created bigint NOT NULL, file_name {text} NOT NULL, asked {text} NOT NULL, design_blob {text} NOT NULL,
        catalog_blob {text}, job_id {text} NOT NULL, due bigint, taken integer NOT NULL, size bigint NOT NULL,
        ending {text}, error {text}, component_id {text})`,
      'CREATE UNIQUE INDEX library_uploads_public ON library_uploads (public_id)',
      'CREATE INDEX library_uploads_design ON library_uploads (design_blob)',
      'CREATE INDEX library_uploads_job ON library_uploads (job_id)',
      'CREATE INDEX library_uploads_due ON library_uploads (due) WHERE due IS NOT NULL',
      'CREATE INDEX library_uploads_age ON library_uploads (created)',

      `CREATE TABLE library_brands (id {text} PRIMARY KEY, name {text} NOT NULL, name_folded {text} NOT NULL,
        description {text}, organization_id {text} NOT NULL, partnership integer NOT NULL, created bigint NOT NULL,
        modified bigint NOT NULL, revision integer NOT NULL)`,
      'CREATE INDEX library_brands_organization ON library_brands (organization_id)',

      `CREATE TABLE library_analytics (id {text} PRIMARY KEY, account_id {text} NOT NULL, at bigint NOT NULL,
        action {text} NOT NULL, component_id {text} NOT NULL, component_name {text} NOT NULL, document_name {text},
        user_id {text} NOT NULL, email {text}, project_id {text})`,
      'CREATE INDEX library_analytics_at ON library_analytics (account_id, at, id)',
      'CREATE INDEX library_analytics_age ON library_analytics (at)',
      'CREATE INDEX library_analytics_project ON library_analytics (project_id) WHERE project_id IS NOT NULL',
    ],
  },
  {
    id: 'library-2',
    statements: [
      `CREATE TABLE library_previews (component_id {text} PRIMARY KEY, account_id {text} NOT NULL,
        document_id {text} NOT NULL, source_blob {text} NOT NULL, job_id {text} NOT NULL, facts {text},
        model_blob {text}, picture_blob {text}, error {text})`,
      'CREATE INDEX library_previews_job ON library_previews (job_id)',
    ],
  },
  {
    id: 'library-3',
    statements: [
      `CREATE TABLE library_component_endings (account_id {text} NOT NULL, ending {text} NOT NULL,
        name_folded {text} NOT NULL, component_id {text} NOT NULL,
        PRIMARY KEY (account_id, ending, name_folded, component_id)) {by key}`,
      `INSERT INTO library_component_endings (account_id, ending, name_folded, component_id)
        SELECT word.account_id, word.ending, component.name_folded, word.component_id
        FROM library_component_words AS word JOIN library_components AS component ON component.id = word.component_id`,
      'DROP TABLE library_component_words',
      `CREATE TABLE library_catalog_places (catalog_id {text} NOT NULL, name_folded {text} NOT NULL,
        component_id {text} NOT NULL, PRIMARY KEY (catalog_id, name_folded, component_id)) {by key}`,
      `INSERT INTO library_catalog_places (catalog_id, name_folded, component_id)
        SELECT place.catalog_id, component.name_folded, place.component_id
        FROM library_catalog_components AS place JOIN library_components AS component ON component.id = place.component_id`,
      'DROP TABLE library_catalog_components',
      'CREATE INDEX library_catalog_places_component ON library_catalog_places (component_id)',
      'DROP INDEX library_components_application',
      'DROP INDEX library_components_category',
      'DROP INDEX library_components_manufacturer',
      `CREATE INDEX library_components_application ON library_components (application_id, name_folded, id)
        WHERE application_id IS NOT NULL`,
      `CREATE INDEX library_components_category ON library_components (category_id, name_folded, id)
        WHERE category_id IS NOT NULL`,
      `CREATE INDEX library_components_manufacturer ON library_components (manufacturer_id, name_folded, id)
        WHERE manufacturer_id IS NOT NULL`,
    ],
  },
  {
    id: 'library-4',
    statements: [
      `CREATE TABLE library_thumbnails (parent_id {text} PRIMARY KEY, account_id {text} NOT NULL,
        source_blob {text} NOT NULL, job_id {text} NOT NULL, picture_blob {text}, picture_format {text})`,
      'CREATE INDEX library_thumbnails_job ON library_thumbnails (job_id)',
    ],
  },
  {
    id: 'library-5',
    statements: [
      `CREATE TABLE library_archives (id {text} PRIMARY KEY, public_id {text} NOT NULL, account_id {text} NOT NULL,
        created bigint NOT NULL, kind {text} NOT NULL, file_name {text} NOT NULL, job_id {text} NOT NULL,
        catalog_id {text}, blob_id {text}, due bigint, ended bigint, size bigint NOT NULL, ending {text}, error {text},
        user_id {text} NOT NULL, email {text})`,
      'CREATE UNIQUE INDEX library_archives_public ON library_archives (public_id)',
      'CREATE INDEX library_archives_job ON library_archives (job_id)',
      'CREATE INDEX library_archives_blob ON library_archives (blob_id) WHERE blob_id IS NOT NULL',
      'CREATE INDEX library_archives_due ON library_archives (due) WHERE due IS NOT NULL',
      'CREATE INDEX library_archives_age ON library_archives (created)',
    ],
  },
];
