/** @param pattern `404`, or with digits left open: `2xx`, `20x` */
export function fitsStatus(pattern: unknown, status: number): boolean {
  const text = String(status);
  return [...String(pattern).toLowerCase()].every((digit, index) => digit === 'x' || digit === text[index]);
}
