/** @returns what the work gives; `late` when it gives nothing within `ms` milliseconds: it goes on, and is ignored then */
export async function withTimeout<T, L>(ms: number, work: Promise<T> | T, late: L): Promise<Awaited<T> | L> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, ms, late).unref();
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
