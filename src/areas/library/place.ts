export const archivePlace = { area: 'library', container: 'archives' } as const;
export const previewPlace = { area: 'library', container: 'previews' } as const;
export const thumbnailPlace = { area: 'library', container: 'thumbnails' } as const;

const hour = 3_600_000;
/** How long an archive can be fetched after it was made. */
export const fetchable = 24 * hour;
/** Its last address lives an hour longer. */
export const archiveKept = fetchable + hour;
