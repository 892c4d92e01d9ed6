import { oneOf, type Read } from './setting.ts';

export interface FormSettings {
  /** Whether people are told by mail what concerns them. */
  readonly mail: boolean;
  /** A folder with templates of this installation. */
  readonly templates: string | undefined;
}

export const formSettings = (read: Read, here: (path: string) => string): FormSettings => ({
  mail: read('FORMS_MAIL', 'on', oneOf('on', 'off')) === 'on',
  templates: read('FORMS_TEMPLATES', undefined, here),
});
