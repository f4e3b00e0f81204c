/** What `serve` says on standard output. */

/** The one line that tells a person, or a script that waits for it, that requests are accepted. */
export function announce(address: string): void {
  process.stdout.write(`snippet-store listening on ${address}\n`);
}
