/** A browser as far as cookies, forms and redirects go; every answer is held to the contract. */
import assert from 'node:assert/strict';
import type { TestApp, TestUser } from './app.js';

type Fields = Readonly<Record<string, string>>;

export class Browser {
  readonly cookies = new Map<string, string>();
  /** `Set-Cookie` of the last answer. */
  setCookies: string[] = [];

  /** @param headers of every request, as a proxy adds them */
  constructor(
    private readonly app: TestApp,
    private readonly headers: Fields = {},
  ) {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(this.headers);
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '') headers.set('Cookie', cookie);
    const response = await this.app.fetch(path, { ...init, headers });
    this.setCookies = response.headers.getSetCookie();
    for (const line of this.setCookies) this.keep(line);
    return response;
  }

  /** Sends a form as a page of the service would. */
  submit(path: string, fields: Fields, headers: Fields = {}): Promise<Response> {
    const body = new URLSearchParams(fields).toString();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.fetch(path, {
      method: 'POST',
      body,
      headers: { ...type, Origin: this.app.settings.baseUrl ?? this.app.url, ...this.headers, ...headers },
    });
  }

  /** Opens the login form. @returns its hidden token */
  async openLogin(next = ''): Promise<string> {
    return tokenIn(await this.fetch(`${this.loginPath}?next=${encodeURIComponent(next)}`));
  }

  async logIn({ username, password }: TestUser, next = ''): Promise<Response> {
    const csrfmiddlewaretoken = await this.openLogin(next);
    const answer = await this.submit(this.loginPath, { username, password, next, csrfmiddlewaretoken });
    assert.equal(answer.status, 302);
    return answer;
  }

  /** What a script reads and sends back. */
  get csrfHeader(): Fields {
    return { 'X-CSRFToken': this.cookies.get('csrftoken') ?? '' };
  }

  /** What a script of a page sends with a write. */
  get headersOfScript(): Fields {
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    return { Cookie: cookies.join('; '), ...this.csrfHeader };
  }

  private get loginPath(): string {
    return `${this.app.settings.loginPrefix}login/`;
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The hidden token of a form. */
async function tokenIn(page: Response): Promise<string> {
  return /name="csrfmiddlewaretoken" value="([0-9a-f]{64})"/.exec(await page.text())?.[1] ?? '';
}

/** Logs in at a service, whatever runs it. @returns the cookies of a session, as a request has them */
export async function logIn(
  url: string,
  { username, password }: Pick<TestUser, 'username' | 'password'>,
): Promise<string> {
  const login = `${url}/api-auth/login/`;
  const form = await fetch(login, { headers: { Accept: 'text/html' } });
  const csrfmiddlewaretoken = await tokenIn(form);
  const cookiesOf = ({ headers }: Response) =>
    headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  const answer = await fetch(login, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookiesOf(form).join('; ') },
    body: new URLSearchParams({ username, password, csrfmiddlewaretoken }),
  });
  assert.equal(answer.status, 302);
  return cookiesOf(answer).join('; ');
}
