/** Serves a sample of code in the style that the query names, for the frame beside a picker of styles. */
import { NotFound } from '../../../errors/index.js';
import { SAMPLE_POLICY } from '../../../highlighting/html-page.js';
import { renderSample } from '../../../highlighting/sample.js';
import { isStyle } from '../../../highlighting/styles.js';
import type { StaticRoute } from '../../../pipeline/routing/static-routes.js';

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': SAMPLE_POLICY,
  'Cache-Control': 'public, max-age=86400',
};

/** A picker adds the style to this path. The route throws NotFound for an unknown style. */
export const sampleRoute: StaticRoute = {
  name: 'assets:sample',
  path: '/assets/sample',
  answer({ query: { style } }) {
    if (typeof style !== 'string' || !isStyle(style)) throw new NotFound();
    return { status: 200, headers: HEADERS, body: renderSample(style) };
  },
};
