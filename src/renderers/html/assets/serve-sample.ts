/** Serves a sample of code in the style that the query names, for the frame beside a picker of styles. */

import type Router from '@koa/router';
import { NotFound } from '../../../errors/index.js';
import { SAMPLE_POLICY } from '../../../highlighting/html-page.js';
import { renderSample } from '../../../highlighting/sample.js';
import { isStyle } from '../../../highlighting/styles.js';

/** A picker adds the style to this path. */
const PATH = '/assets/sample';

/** Its reverse name is `assets:sample`. */
export function serveSample(router: Router): void {
  router.get('assets:sample', PATH, (ctx) => {
    const { style } = ctx.query;
    if (typeof style !== 'string' || !isStyle(style)) throw new NotFound();
    ctx.status = 200;
    ctx.set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': SAMPLE_POLICY,
      'Cache-Control': 'public, max-age=86400',
    });
    ctx.body = renderSample(style);
  });
}
