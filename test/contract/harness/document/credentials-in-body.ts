/** Operations that take a name and a password in their body: with the run's own ones they succeed. */
import type { Login } from '../credentials.js';
import { propertiesOf } from '../generation/alternatives.js';
import type { Body, Operation } from './model.js';
import { isRecord, type Member } from './values.js';

const NAMES = ['username', 'user', 'login', 'email', 'user_name', 'name'];
const PASSWORDS = ['password', 'passwd', 'pass'];

interface Fields {
  readonly name: string;
  readonly password: string;
}

/** @returns the members of the body that hold a name and a password */
function loginFields(source: Member, { schema }: Body): Fields | undefined {
  const members = Object.keys(propertiesOf(source, schema));
  const find = (names: readonly string[]) => members.find((member) => names.includes(member.toLowerCase()));
  const [name, password] = [find(NAMES), find(PASSWORDS)];
  return name !== undefined && password !== undefined ? { name, password } : undefined;
}

/** Whether it checks a name and a password, rather than makes a new user: then 201 is declared. */
export const takesLogin = (source: Member, { method, bodies, responses }: Operation) =>
  method === 'POST' &&
  responses['201'] === undefined &&
  bodies.some((body) => loginFields(source, body) !== undefined);

/** @returns the operation with the run's own name and password as its first example */
export function withLogin(source: Member, operation: Operation, login: Login | undefined): Operation {
  if (!takesLogin(source, operation)) return operation;
  const bodies = operation.bodies.map((body) => {
    const fields = loginFields(source, body);
    if (!fields || !login) return body;
    const [first] = body.examples;
    const own = {
      ...(isRecord(first) ? first : {}),
      [fields.name]: login.username,
      [fields.password]: login.password,
    };
    return { ...body, examples: [own, ...body.examples] };
  });
  return { ...operation, bodies, takesLogin: true };
}
