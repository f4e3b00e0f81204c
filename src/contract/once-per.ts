/** Makes what follows from the contract once, not for every request. */

/**
 * @param make is called once for each source, an object of one contract; what else it is given is the same each time
 */
export function oncePer<Source extends object, Rest extends readonly unknown[], Made>(
  make: (source: Source, ...rest: Rest) => Made,
): (source: Source, ...rest: Rest) => Made {
  const kept = new WeakMap<Source, { readonly made: Made }>();
  return (source, ...rest) => {
    const known = kept.get(source);
    if (known) return known.made;
    const made = make(source, ...rest);
    kept.set(source, { made });
    return made;
  };
}
