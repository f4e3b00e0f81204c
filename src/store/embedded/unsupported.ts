/** Thrown by the embedded store instead of a wrong answer. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}
