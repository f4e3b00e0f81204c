/** `2xx` stands for a hundred statuses. */
export function expandStatuses(statuses: readonly unknown[]): number[] {
  return statuses.flatMap((status) => {
    const [, digit] = /^([1-5])xx$/i.exec(String(status)) ?? [];
    if (digit === undefined) return [Number(status)];
    return Array.from({ length: 100 }, (_, index) => Number(digit) * 100 + index);
  });
}
