/** Texts of the formats that JSON Schema names. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { anyText } from '../harness/generation/scalars.js';

const ajv = new Ajv2020();
// ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

const FORMATS = ['date-time', 'date', 'time', 'duration', 'email', 'hostname', 'uuid', 'uri', 'ipv4', 'ipv6'];

describe('texts made for a format', () => {
  for (const format of FORMATS) {
    it(`match it: ${format}`, () => {
      const isValid = ajv.compile({ type: 'string', format });
      for (const text of fc.sample(anyText({ format }), { seed: 1, numRuns: 50 }))
        assert.ok(isValid(text), text);
    });
  }
});
