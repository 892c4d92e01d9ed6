import type { AreaArchive } from '../../api/archive/kind.ts';

/** What of the tables of this area goes into the archive of a twin. */
export const testmodeArchive: AreaArchive = {
  kinds: [],
  excused: {
    test_sandboxes:
      'How long a sandbox is kept, and by whom, concerns this server; the twin in it is archived as any other.',
    test_mails: 'Mails of a sandbox are for who tries it, and hold links of this server.',
  },
};
