import { arrayOf, input, line, output, uuid } from '../../../kernel/schema/shapes.ts';
import { addTextFormat } from '../../../kernel/schema/validator.ts';
import { isCleanLine } from '../../../std/text.ts';
import { name, shownName, stamp } from '../common-schema.ts';

addTextFormat('library-address', (text) => {
  if (!isCleanLine(text) || !/^(https?|ftp):\/\//i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && username === '' && password === '';
});

const webLink = output(
  { id: uuid(), displayName: shownName(), uri: line({ untrimmed: true }), ...stamp },
  'LibraryWebLink',
);

export const oneWebLink = output({ webLink }, 'LibraryWebLinkResponse');
export const webLinkList = output({ webLinks: arrayOf(webLink) }, 'LibraryWebLinksResponse');

export const webLinkBody = input(
  {
    displayName: name(50),
    uri: line({ min: 1, max: 2000, format: 'library-address', examples: ['https://www.example.com/guide'] }),
  },
  'LibraryWebLinkContent',
);
