/** How clients find the API and its operator: the catalog (RFC 9727), the links, security.txt (RFC 9116). */
import type { LinkSet } from '#generated/sdk/types.gen.js';
import type { Handler } from '#generated/server/handlers.gen.js';
import { contentEtag } from '../http/etag.js';
import type { Url } from '../http/urls.js';
import type { HandlerContext } from './context.js';

/** The relations of RFC 8631, with the reverse name of each target. */
const TARGETS = {
  'service-desc': { name: 'openapi:json', type: 'application/json' },
  'service-doc': { name: 'docs', type: 'text/html' },
  status: { name: 'health:ready', type: 'application/json' },
} as const;

/** A catalog that is in the form of RFC 9727 says so. */
const PROFILE = '<https://www.rfc-editor.org/info/rfc9727>; rel="profile"';

const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116, 2.5.5, recommends less than a year. */
const VALID_DAYS = 180;

export const getApiCatalog: Handler<'getApiCatalog', HandlerContext> = (_input, { url, settings }) => {
  const { baseUrl = '' } = settings;
  const targetsOf = (relation: keyof typeof TARGETS) => {
    const { name, type } = TARGETS[relation];
    return [{ href: baseUrl + url(name), type }];
  };
  const body: LinkSet = {
    linkset: [
      {
        anchor: baseUrl + url('root'),
        'service-desc': targetsOf('service-desc'),
        'service-doc': targetsOf('service-doc'),
        status: targetsOf('status'),
      },
    ],
  };
  const Link = `<${url('api-catalog')}>; rel="api-catalog", ${PROFILE}`;
  return { status: 200, headers: { ETag: contentEtag(JSON.stringify(body)), Link }, body };
};

/** `Link` of the root. */
export function serviceLinks(url: Url): string {
  const links = Object.entries(TARGETS).map(
    ([relation, { name, type }]) => `<${url(name)}>; rel="${relation}"; type="${type}"`,
  );
  return [...links, `<${url('api-catalog')}>; rel="api-catalog"`].join(', ');
}

export const getSecurityTxt: Handler<'getSecurityTxt', HandlerContext> = (
  _input,
  { url, settings: { baseUrl, securityContact } },
) => {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const lines = [
    ...securityContact.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    ...(baseUrl === undefined ? [] : [`Canonical: ${baseUrl}${url('security-txt')}`]),
  ];
  const body = `${lines.join('\n')}\n`;
  return { status: 200, headers: { ETag: contentEtag(body) }, body };
};
