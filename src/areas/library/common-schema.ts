import {
  anyText,
  arrayOf,
  dateTime,
  input,
  line,
  link,
  nullable,
  optional,
  paragraphs,
  uuid,
} from '../../kernel/schema/shapes.ts';
import './body-rules.ts'; // declares the format of names

/** A name or another text of one line, without the signs that this API refuses. */
export const name = (max = 250) => line({ min: 1, max, format: 'library-name' });

/** Free text that may be left out; null and an empty text are the same as that. */
export const freeText = (max = 250) => optional(nullable(line({ max })));
export const description = () => optional(nullable(paragraphs({ max: 250 })));

export const mostHashtags = 50;
export const hashtags = () => optional(nullable(arrayOf(name(50), { maxItems: mostHashtags })));

/** The id of something of the library; null and absent are the same. */
export const reference = (of: string) => optional(nullable(uuid(of)));

export const shownName = () => line({ untrimmed: true });
export const shownText = () => optional(paragraphs());
export const stamp = { createdDateTime: dateTime(), lastModifiedDateTime: dateTime() };
export const shownHashtags = () => arrayOf(line({ untrimmed: true }));
export const optionalLink = () => optional(link);

/** No text is a fault of its own: whatever names no twin is answered as one that is not visible. */
const projectId = optional(
  anyText('A twin: what its Account has published is seen, by who may read the library in either.'),
);
export const projectParameter = { projectId };
/** Words of which any is looked for in names and hashtags. */
export const searchParameter = { $search: optional(line({ max: 200 })) };
export const projectQuery = input(projectParameter);
