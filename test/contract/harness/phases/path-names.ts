/** The parameters of a path, to which another path may give other names. */

export type PathValues = Readonly<Record<string, string>>;

/** In the order of the path. */
export const namesIn = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);

/** Paths that differ in their parameters' names alone are identical (OpenAPI 3.0.3, 4.7.8.1); so is one with a last slash here. */
export const shapeOf = (path: string) => path.replace(/\{[^}]+\}/g, '{}').replace(/\/$/, '');

/** @returns the values by the names that `to`, which begins or ends as `from` does, has at their places */
export function rename(values: PathValues, from: string, to: string): PathValues {
  const names = namesIn(to);
  return Object.fromEntries(
    namesIn(from).flatMap((name, index) => {
      const { [name]: value } = values;
      const { [index]: other } = names;
      return value === undefined || other === undefined ? [] : [[other, value]];
    }),
  );
}
