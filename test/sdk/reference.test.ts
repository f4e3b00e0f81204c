// The reference of the SDK follows from its types, and its examples do what they say.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe("the SDK's reference", () => {
  it('follows from its types', async () => {
    const script = `${root}scripts/sdk-reference.mjs`;
    const { stderr } = await promisify(execFile)(process.execPath, [script, '--check']).catch(
      (error) => error,
    );
    assert.equal(stderr, '');
  });
});
