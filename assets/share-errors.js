// Moves the errors that several operations share from each operation to one table at the top.

/** @param specification an OpenAPI document; changed */
export function shareErrors(specification) {
  const operations = Object.values(specification.paths)
    .flatMap(Object.values)
    .filter((part) => part?.responses);
  const errors = operations.flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, response]) => ({ responses, status, text: textOf(response) })),
  );
  const keyOf = ({ status, text }) => `${status} ${text}`;
  const rows = [];
  const told = new Map();
  for (const same of groupBy(errors, keyOf)) {
    if (same.length < 2) continue;
    rows.push(same[0]);
    for (const { responses, status } of same) {
      delete responses[status];
      told.set(responses, [...(told.get(responses) ?? []), status]);
    }
  }
  for (const [responses, statuses] of told)
    responses.default = {
      description: `Errors ${statuses.sort().join(', ')}: see the table of errors at the top. The body is a JSON object with a \`detail\`.`,
    };
  rows.sort((one, other) => one.status - other.status);
  const table = rows.map(({ status, text }) => `| ${status} | ${text} |`);
  specification.info.description += ['\n\n#### Errors\n', '| Status | Meaning |', '|---|---|', ...table].join(
    '\n',
  );
  return specification;

  function textOf(response) {
    const [, name] = /^#\/components\/responses\/(.+)$/.exec(response.$ref ?? '') ?? [];
    return (name ? specification.components.responses[name] : response).description
      .trim()
      .replace(/\s+/g, ' ');
  }
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}
