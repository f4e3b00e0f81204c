#!/usr/bin/env node
/**
 * Prints the path of a tool that tests use beside the development dependencies: on PATH, or the one in .cache/.
 *
 *     node scripts/deploy-tools.mjs promtool    finds it, exit status 1 and the reason when there is none
 *     node scripts/deploy-tools.mjs --fetch     brings them into .cache/ (Debian and Ubuntu, without root)
 *     node scripts/deploy-tools.mjs --fetch otelcol    makes the collector of OpenTelemetry with Go, in some minutes
 */
import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../.cache/deploy-tools', import.meta.url));
/** Tool: the system package that holds it, and how Go makes it where a system has no such package. */
const SOURCES = {
  promtool: { system: 'prometheus' },
  caddy: { system: 'caddy', module: 'github.com/caddyserver/caddy/v2/cmd/caddy@v2.8.4' },
  nginx: { system: 'nginx' },
  otelcol: { collector: 'v0.165.0' },
};

/** @param {string} tool */
function find(tool) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), CACHE];
  return folders.map((folder) => join(folder, tool)).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function fetch(tool) {
  mkdirSync(CACHE, { recursive: true });
  const { system, module, collector } = SOURCES[tool];
  if (collector) return buildCollector(collector);
  try {
    unpack(tool, system);
  } catch (error) {
    if (!module) throw error;
    installModule(module);
  }
}

function installModule(module) {
  execFileSync('go', ['install', module], { env: { ...process.env, GOBIN: CACHE }, stdio: 'inherit' });
}

/** The collector is put together from its parts by its own builder; all of them would take an hour. */
function buildCollector(version) {
  installModule(`go.opentelemetry.io/collector/cmd/builder@${version}`);
  const work = mkdtempSync(join(CACHE, 'build-'));
  try {
    const part = (path) => ({ gomod: `go.opentelemetry.io/collector/${path} ${version}` });
    const config = {
      dist: { name: 'otelcol', output_path: work },
      receivers: [part('receiver/otlpreceiver')],
      exporters: [part('exporter/debugexporter')],
    };
    // JSON is YAML.
    writeFileSync(join(work, 'builder.yaml'), JSON.stringify(config));
    execFileSync(join(CACHE, 'builder'), ['--config', join(work, 'builder.yaml')], { stdio: 'inherit' });
    copyFileSync(join(work, 'otelcol'), join(CACHE, 'otelcol'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Installs nothing: only the one program is needed. */
function unpack(tool, system) {
  const work = mkdtempSync(join(CACHE, 'fetch-'));
  try {
    const quiet = { cwd: work, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' };
    execFileSync('apt-get', ['download', system], quiet);
    const file = readdirSync(work).find((name) => name.endsWith('.deb')) ?? '';
    execFileSync('dpkg-deb', ['--extract', file, 'unpacked'], quiet);
    const folder = ['bin', 'sbin'].find((name) => existsSync(join(work, 'unpacked', 'usr', name, tool)));
    copyFileSync(join(work, 'unpacked', 'usr', folder ?? 'bin', tool), join(CACHE, tool));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const wanted = process.argv[2] ?? '';
if (wanted === '--fetch') {
  const quick = Object.keys(SOURCES).filter((tool) => SOURCES[tool].collector === undefined);
  for (const tool of process.argv[3] ? [process.argv[3]] : quick) {
    try {
      if (!find(tool)) fetch(tool);
      console.log(find(tool));
    } catch (error) {
      console.error(`${tool} cannot be fetched: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
} else {
  const path = find(wanted);
  if (path) console.log(path);
  else {
    console.error(`No ${wanted}: install it, or run \`node scripts/deploy-tools.mjs --fetch ${wanted}\`.`);
    process.exitCode = 1;
  }
}
