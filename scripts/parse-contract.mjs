// Parses openapi.yaml ahead, into dist/: parsing takes longer than all the rest of a start.
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const dist = new URL('../dist/', import.meta.url);
const parsed = new URL('openapi.json', dist);
const text = readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8');
// Tells a start whether the file has been edited since.
const source = hash('sha256', text, 'hex');
const before = existsSync(parsed) ? JSON.parse(readFileSync(parsed, 'utf8')) : {};
if (before.source !== source) {
  mkdirSync(dist, { recursive: true });
  writeFileSync(parsed, JSON.stringify({ source, specification: parse(text) }));
}
