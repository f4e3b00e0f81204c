/** A browser as far as cookies, forms and redirects go; of an application of the tests every answer is checked. */
import assert from 'node:assert/strict';
import type { TestApp, TestUser } from './app.js';

type Fields = Readonly<Record<string, string>>;
type Login = Pick<TestUser, 'username' | 'password'>;
type Site = Pick<TestApp, 'url' | 'fetch'> & Partial<Pick<TestApp, 'settings'>>;

export class Browser {
  readonly cookies = new Map<string, string>();
  /** `Set-Cookie` of the last answer. */
  setCookies: string[] = [];

  /** @param headers of every request, as a proxy adds them */
  constructor(
    private readonly site: Site,
    private readonly headers: Fields = {},
  ) {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(this.headers);
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    if (this.cookieHeader !== '') headers.set('Cookie', this.cookieHeader);
    const response = await this.site.fetch(path, { ...init, headers });
    this.setCookies = response.headers.getSetCookie();
    for (const line of this.setCookies) this.keep(line);
    return response;
  }

  /** Sends a form as a page of the service would. */
  submit(path: string, fields: Fields, headers: Fields = {}): Promise<Response> {
    const { settings, url } = this.site;
    // Without settings nobody knows which origin is right, and the token alone decides.
    const origin = settings && { Origin: settings.baseUrl ?? url };
    const body = new URLSearchParams(fields);
    return this.fetch(path, { method: 'POST', body, headers: { ...origin, ...this.headers, ...headers } });
  }

  /** Opens the login form. @returns its hidden token */
  async openLogin(next = ''): Promise<string> {
    const page = await this.fetch(`${this.loginPath}?next=${encodeURIComponent(next)}`);
    return /name="csrfmiddlewaretoken" value="([0-9a-f]{64})"/.exec(await page.text())?.[1] ?? '';
  }

  /** Opens the login form and sends it. */
  async tryLogIn({ username, password }: Login, next = '', headers: Fields = {}): Promise<Response> {
    const csrfmiddlewaretoken = await this.openLogin(next);
    return this.submit(this.loginPath, { username, password, next, csrfmiddlewaretoken }, headers);
  }

  async logIn(user: Login, next = ''): Promise<Response> {
    const answer = await this.tryLogIn(user, next);
    assert.equal(answer.status, 302);
    return answer;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** What a script reads and sends back. */
  get csrfHeader(): Fields {
    return { 'X-CSRFToken': this.cookies.get('csrftoken') ?? '' };
  }

  /** What a script of a page sends with a write. */
  get headersOfScript(): Fields {
    return { Cookie: this.cookieHeader, ...this.csrfHeader };
  }

  private get loginPath(): string {
    return `${this.site.settings?.loginPrefix ?? '/api-auth/'}login/`;
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Logs in at a service, whatever runs it, without a check of its answers. */
export async function logIn(url: string, user: Login): Promise<Browser> {
  const browser = new Browser({
    url,
    fetch: (path, init) => fetch(`${url}${path}`, { redirect: 'manual', ...init }),
  });
  await browser.logIn(user);
  return browser;
}
