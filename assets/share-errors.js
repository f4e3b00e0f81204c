// Moves the errors that several operations share from each operation to one table at the top.

/**
 * @param specification an OpenAPI document; changed
 * @param {{status: string, description: string}[]} shared by status
 */
export function shareErrors(specification, shared) {
  const keyOf = ({ status, description }) => `${status} ${description}`;
  const keys = new Set(shared.map(keyOf));
  const operations = Object.values(specification.paths)
    .flatMap(Object.values)
    .filter((part) => part?.responses);
  for (const { responses } of operations) {
    const statuses = Object.keys(responses).filter((status) =>
      keys.has(keyOf({ status, description: descriptionOf(responses[status]) })),
    );
    if (statuses.length === 0) continue;
    for (const status of statuses) delete responses[status];
    responses.default = {
      description: `Errors ${statuses.sort().join(', ')}: see the rules and errors at the top. The body is a JSON object with a \`detail\`.`,
    };
  }
  const rows = shared.map(({ status, description }) => `| ${status} | ${description.replace(/\s+/g, ' ')} |`);
  specification.info.description += ['\n\n#### Errors\n', '| Status | Meaning |', '|---|---|', ...rows].join(
    '\n',
  );
  return specification;

  function descriptionOf(response) {
    const [, name] = /^#\/components\/responses\/(.+)$/.exec(response.$ref ?? '') ?? [];
    return (name ? specification.components.responses[name] : response).description.trim();
  }
}
