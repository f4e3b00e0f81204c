/** A bar on a terminal, a line each tenth elsewhere. */

/** @returns {() => void} to be called once a step */
export function showProgress(name, steps) {
  const { stderr } = process;
  let done = 0;
  return () => {
    const before = Math.floor((done * 10) / steps);
    const share = ++done / steps;
    if (stderr.isTTY) {
      stderr.write(`\r${name} [${'#'.repeat(share * 40).padEnd(40)}] ${Math.floor(share * 100)} %`);
      if (done === steps) stderr.write('\n');
    } else if (Math.floor(share * 10) > before) stderr.write(`${name} ${Math.floor(share * 10) * 10} %\n`);
  };
}
