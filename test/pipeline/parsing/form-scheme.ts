/** A CONFIG module with a scheme that knows users by a field of the form, as one that signs forms would. */
import assert from 'node:assert/strict';
import { defineConfig } from '#src/config/index.js';
import type { AuthenticationScheme } from '#src/extension.js';

type Fields = Awaited<ReturnType<Parameters<AuthenticationScheme['authenticate']>[0]['form']>>;

/** What the scheme saw, request by request. */
export const seen: Fields[] = [];

const byField: AuthenticationScheme = {
  name: 'field',
  securityScheme: { type: 'apiKey', name: 'user', in: 'header' },
  async authenticate(request) {
    const fields = await request.form();
    assert.equal(await request.form(), fields, 'it is remembered');
    seen.push(fields);
    return fields.some(([name, value]) => name === 'user' && value === 'alice')
      ? { user: { id: 1, username: 'alice' }, auth: null }
      : undefined;
  },
};

export default defineConfig({ schemes: [byField] });
