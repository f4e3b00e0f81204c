/** A form with the search and the filters of a list: the parameters with `x-filter`. */

import type { Operation } from '../../../contract/contract.js';
import { describeField } from '../../../contract/describe-fields.js';
import { flattenSchema } from '../../../contract/flatten-schema.js';
import type { Parameter, Specification } from '../../../contract/specification.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import { controlView } from '../forms/control-view.js';
import { type Html, html } from '../html.js';

const NOT_REQUIRED = { required: false, read_only: false };

/** @param errors messages by parameter, for a refused request */
export function filterView(
  operation: Operation,
  specification: Specification,
  path: string,
  query: URLSearchParams,
  errors: Readonly<Record<string, unknown>>,
  url: Url,
): Html | false {
  const filters = filtersOf(operation);
  if (filters.length === 0) return false;
  const controls = filters.map((filter) => {
    const { name } = filter;
    const schema = flattenSchema(specification, filter.schema);
    const { max_length: _limit, ...unlimited } = describeField(name, schema, NOT_REQUIRED);
    // Filters show no limit, to keep the form short. The search box enforces its own.
    const field = isSearch(filter) ? describeField(name, schema, NOT_REQUIRED) : unlimited;
    const value = query.get(name);
    return controlView({
      name,
      field,
      schema,
      value,
      errors: errors[name],
      formId: 'filter',
      isSearch: isSearch(filter),
      blank: 'Any',
      url,
    });
  });
  const button = html`<button class="quiet">${filters.some(isSearch) ? 'Search' : 'Filter'}</button>`;
  return html`<form class="filter" id="search" role="search" method="get" action="${path}">
${orders(operation).map(({ name }) => query.has(name) && html`<input type="hidden" name="${name}" value="${query.get(name)}">`)}
${controls}
<p>${button}${isFiltered(operation, query) && html` <a href="${path}">Show all</a>`}</p>
</form>`;
}

/** Whether a filter narrows the list. */
export function isFiltered(operation: Operation, query: URLSearchParams): boolean {
  return filtersOf(operation).some(({ name }) => Boolean(query.get(name)));
}

/** Whether a search narrows the list. */
export function isSearched(operation: Operation, query: URLSearchParams): boolean {
  return filtersOf(operation).some((filter) => isSearch(filter) && Boolean(query.get(filter.name)));
}

const filtersOf = ({ parameters }: Operation) =>
  parameters.filter((parameter) => parameter['x-filter'] && parameter['x-filter'] !== 'order');

/** The parameters that order the list. */
export const orders = ({ parameters }: Operation) =>
  parameters.filter((parameter) => parameter['x-filter'] === 'order');

/** The search of a list; '' without one. */
export function soughtIn({ parameters }: Operation, query: URLSearchParams): string {
  const search = parameters.find(isSearch);
  return (search && query.get(search.name)) ?? '';
}

const isSearch = (filter: Parameter) => filter['x-filter'] === 'search';
