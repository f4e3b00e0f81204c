/** The files of deploy/, parsed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { ROOT, readPage } from '../docs/read-markdown.js';

export const DEPLOY = join(ROOT, 'deploy');

/** Paths relative to deploy/. What an operator keeps there beside them (secrets) is left out. */
export const FILES = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('secrets'))
  .map((entry) => join(entry.parentPath, entry.name).slice(DEPLOY.length + 1))
  .sort();

export function readDeploy(file: string): string {
  return readFileSync(join(DEPLOY, file), 'utf8');
}

/**
 * The one document of a YAML file, merge keys resolved; throws for a key given twice and for an unknown alias.
 *
 * @returns what the file holds, in the shape that the test expects; its assertions show whether it is so
 */
export function readYaml<T>(file: string): T {
  const document = parseDocument(readDeploy(file), { merge: true });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw new Error(`${file}: ${problem.message}`);
  return document.toJS();
}

/** The names in the table of settings of docs/operating.md. */
export function documentedSettings(): ReadonlySet<string> {
  const rows = readPage('docs/operating.md').matchAll(/^\| ((?:`[A-Z][A-Z0-9_]*`(?:, )?)+) \|/gm);
  const names = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  return new Set(names);
}

/** Any setting may be given as NAME_FILE, the path of a file with its value. */
export function isDocumented(name: string, settings = documentedSettings()): boolean {
  return settings.has(name) || settings.has(name.replace(/_FILE$/, ''));
}
