/** Tells why a snippet has no colours, and lets its owner try again. */
import type { PlainReason } from '../../../highlighting/html-page.js';
import { type Html, html } from '../html.js';

const WHY: Readonly<Record<PlainReason, string>> = {
  timeout: 'colouring it took too long',
  'too-large': 'the coloured code would be too large',
  failed: 'the highlighter failed on this code',
};

/**
 * @param willTry whether the service will colour it again by itself
 * @param form the id of the form that saves the snippet: a save colours the code again
 */
export function plainNote(reason: PlainReason, willTry: boolean, form: string | undefined): Html {
  return html`<p class="note">This snippet is shown without colours, because ${WHY[reason]}.${
    reason === 'timeout' &&
    (willTry
      ? ' The service may have been busy. It tries again soon: reload this page later.'
      : ' A second try also took too long.')
  }${form !== undefined && html` <button class="quiet scripted" form="${form}">Colour again</button>`}</p>`;
}
