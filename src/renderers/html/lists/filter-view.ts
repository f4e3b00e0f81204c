/** A form with the search and the filters of a list: the parameters with `x-filter`. */

import type { Endpoint, Operation } from '../../../contract/contract.js';
import { describeField } from '../../../contract/describe-fields.js';
import { flattenSchema } from '../../../contract/flatten-schema.js';
import { oncePer } from '../../../contract/once-per.js';
import type { Parameter, Specification } from '../../../contract/specification.js';
import { type Control, controlView } from '../forms/control-view.js';
import { type Html, html } from '../html.js';
import type { PageRequest } from '../page-request.js';
import { defaultListUrl, defaultOrder } from '../records/list-url.js';

/** @param errors messages by parameter, for a refused request */
export function filterView(
  endpoint: Endpoint,
  operation: Operation,
  specification: Specification,
  { path, query }: Pick<PageRequest, 'path' | 'query'>,
  errors: Readonly<Record<string, unknown>>,
): Html | false {
  const controls = controlsOf(operation, specification);
  if (controls.length === 0) return false;
  const kept = Object.entries(defaultOrder(operation));
  const button = html`<button class="quiet">${controls.some(({ isSearch }) => isSearch) ? 'Search' : 'Filter'}</button>`;
  return html`<form class="filter" id="search" role="search" method="get" action="${path}">
${kept.map(([name, newest]) => html`<input type="hidden" name="${name}" value="${query.get(name) ?? newest}">`)}
${controls.map((control) => controlView({ ...control, value: query.get(control.name), errors: errors[control.name] }))}
<p class="send">${button}${isFiltered(operation, query) && html` <a class="button plain" href="${defaultListUrl(endpoint, path)}">Clear</a>`}</p>
</form>`;
}

const controlsOf = oncePer((operation: Operation, specification: Specification) =>
  filtersOf(operation).map((filter): Omit<Control, 'value' | 'errors'> => {
    const { name } = filter;
    const schema = flattenSchema(specification, filter.schema);
    const { max_length, ...unlimited } = describeField(name, schema, { required: false, read_only: false });
    // Filters show no limit, to keep the form short. The search box enforces its own.
    const field = isSearch(filter) && max_length !== undefined ? { ...unlimited, max_length } : unlimited;
    return { name, field, schema, formId: 'filter', isSearch: isSearch(filter), blank: 'Any' };
  }),
);

/** Whether a filter narrows the list. */
export function isFiltered(operation: Operation, query: URLSearchParams): boolean {
  return filtersOf(operation).some(({ name }) => Boolean(query.get(name)));
}

const filtersOf = ({ parameters }: Operation) =>
  parameters.filter((parameter) => parameter['x-filter'] && parameter['x-filter'] !== 'order');

/** The search of a list; '' without one. */
export function soughtIn({ parameters }: Operation, query: URLSearchParams): string {
  const search = parameters.find(isSearch);
  return (search && query.get(search.name)) ?? '';
}

const isSearch = (filter: Parameter) => filter['x-filter'] === 'search';
