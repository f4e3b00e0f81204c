/** What the tests use of simple-oauth2, which brings no types. */
declare module 'simple-oauth2' {
  interface AccessToken {
    readonly token: { access_token: string; scope: string };
    expired(): boolean;
    refresh(parameters: { scope: string }): Promise<AccessToken>;
  }
  export class ResourceOwnerPassword {
    constructor(options: {
      client: { id: string; secret: string };
      auth: { tokenHost: string; tokenPath: string };
      options: { authorizationMethod: 'header' | 'body'; credentialsEncodingMode: 'strict' | 'loose' };
    });
    getToken(parameters: { username: string; password: string }): Promise<AccessToken>;
  }
}
