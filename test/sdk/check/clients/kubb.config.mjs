// biome-ignore-all lint/correctness/noUndeclaredDependencies: it runs where these are installed
import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  root: '.',
  input: { path: process.env.CONTRACT },
  output: { path: './client', format: false, lint: false },
  // `bundle` copies its own fetch client: the types of the one in its package do not compile.
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'fetch', bundle: true })],
});
