/** What the embedded store says instead of giving a wrong answer. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}
