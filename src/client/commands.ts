// Every command of `snippets`: what it takes, and the function that does it.
import { printCompletion } from './completion.js';
import { deleteSnippets, openSnippet } from './delete-and-open.js';
import { editInEditor } from './edit-in-editor.js';
import { list } from './list.js';
import { login, logout } from './login.js';
import { serveTools } from './mcp.js';
import { push } from './push.js';
import type { Command } from './session.js';
import { pull, show } from './show.js';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const narrowing = { owner: text, language: text, limit: { ...text, short: 'n' }, newest: flag };

/** What each option means, by its name. */
export const optionTexts: Readonly<Record<string, string>> = {
  json: 'print one JSON object for each result',
  help: 'show this help',
  username: 'the user, who is then not asked for',
  'password-stdin': 'read the password from standard input',
  id: 'the snippet whose code it replaces',
  title: 'instead of the name of the file',
  language: 'a name of highlight.js, such as python',
  style: 'a style of highlight.js',
  linenos: 'show line numbers',
  new: 'make another snippet instead of replacing one',
  output: 'the file; - for standard output',
  force: 'replace the file',
  owner: 'only snippets of this user',
  limit: 'so many at most; 50 if left out',
  newest: 'the newest first, instead of the oldest',
  write: 'offer the tools that create and replace, too',
};

export const commands: Readonly<Record<string, Command>> = {
  login: {
    takes: 'URL',
    about: 'ask for name and password, and keep a token',
    options: { username: text, 'password-stdin': flag },
    run: login,
  },
  logout: { takes: '', about: 'forget the token', run: logout },
  push: {
    takes: 'FILE...|FOLDER|-',
    about: 'store files; pushed again, a file replaces its snippet',
    options: { id: text, title: text, language: text, style: text, linenos: flag, new: flag },
    run: push,
  },
  pull: {
    takes: 'ID',
    about: 'save the code in a file, which push then replaces',
    options: { output: { ...text, short: 'o' }, force: flag },
    run: pull,
  },
  show: { takes: 'ID', about: 'print the code, in colour on a terminal', run: show },
  list: { takes: '', about: 'list snippets', options: narrowing, run: list },
  search: { takes: 'WORD...', about: 'find snippets by words', options: narrowing, run: list },
  edit: { takes: 'ID', about: 'change the code in $EDITOR', run: editInEditor },
  delete: { takes: 'ID...', about: 'delete snippets', run: deleteSnippets },
  open: { takes: 'ID', about: 'show the page of a snippet in a browser', run: openSnippet },
  mcp: {
    takes: '',
    about: 'give agents tools (Model Context Protocol)',
    options: { write: flag },
    run: serveTools,
  },
  completion: {
    takes: 'bash|zsh',
    about: 'print the completion of a shell',
    run: async (session, [shell = '']) => printCompletion(session, shell, commands),
  },
};
