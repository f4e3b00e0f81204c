// The packed SDK as package linters see it.
// @ts-check
import { check } from './check.mjs';
import { binaries, inPackage } from './tools.mjs';

/** @param {string} _ @param {string} tarball */
export async function* checkPackage(_, tarball) {
  yield await check('publint', binaries.node22, [inPackage('publint', 'src/cli.js'), tarball, '--strict']);
  yield await check('arethetypeswrong', binaries.node22, [
    inPackage('@arethetypeswrong/cli', 'dist/index.js'),
    tarball,
  ]);
}
