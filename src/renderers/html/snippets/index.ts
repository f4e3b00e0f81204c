/** The views of snippets and users. All other pages are made from the contract alone. */
import type { Views } from '../view.js';
import { type HomeViewDeps, homeView } from './home-view.js';
import { type SnippetViewParts, snippetView } from './snippet-view.js';
import { type UserViewDeps, userView } from './user-view.js';

export function snippetViews(parts: HomeViewDeps & SnippetViewParts & UserViewDeps): Views {
  return { root: homeView(parts), 'snippets:detail': snippetView(parts), 'users:detail': userView(parts) };
}
