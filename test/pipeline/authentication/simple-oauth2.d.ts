/** What the tests use of simple-oauth2, which brings no types. */
declare module 'simple-oauth2' {
  interface Token {
    access_token: string;
    refresh_token: string;
    scope: string;
  }
  class AccessToken {
    readonly token: Token;
    expired(windowSeconds?: number): boolean;
    refresh(parameters?: { scope?: string }): Promise<AccessToken>;
  }
  interface Options {
    client: { id: string; secret: string };
    auth: { tokenHost: string; tokenPath: string };
    options?: { authorizationMethod?: 'header' | 'body'; credentialsEncodingMode?: 'strict' | 'loose' };
  }
  export class ResourceOwnerPassword {
    constructor(options: Options);
    getToken(parameters: { username: string; password: string; scope?: string }): Promise<AccessToken>;
  }
}
