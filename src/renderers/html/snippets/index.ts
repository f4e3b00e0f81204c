/** The views of snippets and users. All other pages are made from the contract alone. */
import type { Views } from '../view.js';
import { homeView } from './home-view.js';
import type { NewestDeps } from './newest.js';
import { type SnippetViewParts, snippetView } from './snippet-view.js';
import { userView } from './user-view.js';

export function snippetViews(parts: NewestDeps & SnippetViewParts): Views {
  return { root: homeView(parts), 'snippets:detail': snippetView(parts), 'users:detail': userView(parts) };
}
