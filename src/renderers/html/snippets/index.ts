/** The views of snippets and users. All other pages are made from the contract alone. */
import type { Views } from '../view.js';
import { type SnippetViewParts, snippetView } from './snippet-view.js';
import { type UserViewParts, userView } from './user-view.js';

export function snippetViews(parts: SnippetViewParts & UserViewParts): Views {
  return { 'snippets:detail': snippetView(parts), 'users:detail': userView(parts) };
}
