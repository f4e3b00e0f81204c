// What each program in TypeScript does with its client; anything unexpected ends it.
declare const process: { env: Record<string, string> };

export const { BASE_URL: baseUrl, USER_NAME: username, PASSWORD: password } = process.env;
export const headers = { Authorization: `Basic ${btoa(`${username}:${password}`)}` };

export interface Client {
  create(code: string): Promise<number>;
  list(): Promise<number[]>;
  raw(id: number): Promise<string>;
  remove(id: number): Promise<unknown>;
}

export async function use({ create, list, raw, remove }: Client) {
  const code = 'print("grüße 🐢")\n';
  const id = await create(code);
  if (!(await list()).includes(id)) throw new Error(`${id} is not in the list`);
  const text = await raw(id);
  if (text !== code) throw new Error(`raw is ${JSON.stringify(text)}`);
  await remove(id);
  if ((await list()).includes(id)) throw new Error(`${id} was not deleted`);
}
