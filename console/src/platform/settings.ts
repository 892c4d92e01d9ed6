/** Where the platform is; the server writes it into the page. */
export interface Settings {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** The application that the console signs people in as. */
  readonly clientId: string;
}

const meta = (selector: string): HTMLMetaElement | null => document.querySelector<HTMLMetaElement>(selector);

export const settings: Settings = JSON.parse(meta('meta[name=settings]')?.content ?? '');

/** Lets the component library add styles under the page's content policy. */
export const nonce = (): string => meta('meta[property=csp-nonce]')?.nonce ?? '';
