/** A browser without scripts: cookies, forms, and redirects one at a time. */
export interface Browser {
  readonly cookies: Map<string, string>;
  get(url: string, headers?: Record<string, string>): Promise<Page>;
  /** Sends the form of a page; `which` chooses among several by a text in it. */
  submit(page: Page, values?: Readonly<Record<string, string>>, which?: string): Promise<Page>;
  post(url: string, values: Readonly<Record<string, string>>, headers?: Record<string, string>): Promise<Page>;
  /** Follows redirects as long as they stay on this origin. */
  follow(page: Page): Promise<Page>;
}

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly location: string | undefined;
  readonly text: string;
  readonly title: string | undefined;
}

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let browsers = 0;

/** An address in a network where nobody else is. */
const ownAddress = (): string => {
  browsers++;
  return `10.${(browsers >> 8) & 255}.${browsers & 255}.1`;
};

/** `address` is believed by servers that trust the own machine as their proxy. */
export function openBrowser(address = ownAddress()): Browser {
  const cookies = new Map<string, string>();

  async function load(url: string, init: RequestInit): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      Accept: 'text/html',
      'User-Agent': userAgent,
      'X-Forwarded-For': address,
      ...(cookie ? { Cookie: cookie } : {}),
      ...(init.headers as object),
    };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const ended = value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line);
      if (ended) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const text = await response.text();
    return {
      url,
      status: response.status,
      headers: response.headers,
      location: location === null ? undefined : URL.canParse(location, url) ? new URL(location, url).href : location,
      text,
      title: /<title>([^<]*)<\/title>/.exec(text)?.[1],
    };
  }

  const post: Browser['post'] = (url, values, headers = {}) =>
    load(url, {
      method: 'POST',
      body: new URLSearchParams(values).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    });

  return {
    cookies,
    get: (url, headers = {}) => load(url, { headers }),
    post,
    submit(page, values = {}, which = '') {
      const form = formsOf(page).find((one) => one.text.includes(which));
      if (form === undefined) throw new Error(`No form with '${which}' on ${page.url}:\n${page.text}`);
      return post(form.action, { ...form.values, ...values });
    },
    async follow(page) {
      let at = page;
      const { origin } = new URL(page.url);
      while (at.location?.startsWith(`${origin}/`)) at = await load(at.location, {});
      return at;
    },
  };
}

interface Form {
  readonly action: string;
  readonly values: Readonly<Record<string, string>>;
  readonly text: string;
}

function formsOf(page: Page): Form[] {
  return [...page.text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, attributes = '', text = '']) => {
    const values: Record<string, string> = {};
    for (const [input] of text.matchAll(/<input\b[^>]*>/g)) {
      const name = attribute(input, 'name');
      const checkable = /type="(checkbox|radio)"/.test(input);
      if (name && (!checkable || / checked/.test(input))) values[name] = attribute(input, 'value') ?? '';
    }
    for (const [, attrs = '', content = ''] of text.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)) {
      values[attribute(attrs, 'name') ?? ''] = unescapeHtml(content);
    }
    for (const [, attrs = '', content = ''] of text.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
      const chosen = /<option\b[^>]* selected[^>]*>/.exec(content)?.[0] ?? /<option\b[^>]*>/.exec(content)?.[0] ?? '';
      values[attribute(attrs, 'name') ?? ''] = attribute(chosen, 'value') ?? '';
    }
    return { action: new URL(attribute(attributes, 'action') ?? '', page.url).href, values, text };
  });
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescapeHtml(value);
}

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
