/** What is used of js-yaml 4, which has no types of its own. */
declare module 'js-yaml' {
  export interface ScalarOptions {
    kind: 'scalar';
    resolve(text: string | null): boolean;
    construct(text: string | null): unknown;
  }
  export class Type {
    constructor(tag: string, options: ScalarOptions);
  }
  export class Schema {
    extend(types: { implicit: readonly Type[] }): Schema;
  }
  export const FAILSAFE_SCHEMA: Schema;
  export const types: { readonly merge: Type };
  export function load(text: string, options: { schema: Schema }): unknown;
}
