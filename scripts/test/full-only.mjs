// Test files that `npm run test:full` runs, and `npm test` only when an argument names them: each repeats, at length, what
// shorter tests hold too, and takes a minute or more.
export const FULL_ONLY = [
  // Some hundred servers that do one thing wrong each.
  'contract/spoiled/spoiled.test.ts',
];
