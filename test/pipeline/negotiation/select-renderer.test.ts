import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selectRenderer } from '#src/pipeline/negotiate.js';
import { json } from '#src/renderers/json.js';
import { verbatim } from '#src/renderers/render-answer.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

describe('the renderer of an address that has JSON and HTML', () => {
  for (const [accept, chosen] of [
    [undefined, 'json'],
    ['', 'json'],
    [' ', 'json'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['application/json', 'json'],
    ['Application/JSON', 'json'],
    ['application/json; q=0.1', 'json'],
    ['application/json;indent=4', 'json'],
    ['*/*;q=0.1', 'json'],
    ['text/html', 'html'],
    ['TEXT/HTML', 'html'],
    ['text/*', 'html'],
    ['text/html; charset=utf-8', 'html'],
    [BROWSER, 'html'],
    ['text/html, */*', 'html'],
    ['text/*, */*', 'html'],
    ['text/html, application/json', 'json'],
    ['text/html;q=1, application/json;q=0.1', 'json'],
    ['application/json, text/html', 'json'],
    ['text/html, application/*', 'html'],
    ['image/png, application/json', 'json'],
    ['image/png', undefined],
    ['application/xml', undefined],
    ['image/*, audio/*', undefined],
    ['json', undefined],
    ['application/jsonx', undefined],
    ['nonsense', undefined],
    [',', undefined],
  ] as const) {
    it(`Accept: ${accept ?? '(none)'} -> ${chosen ?? 'none'}`, () => {
      assert.equal(selectRenderer([json, verbatim('text/html')], accept)?.format, chosen);
    });
  }
});
