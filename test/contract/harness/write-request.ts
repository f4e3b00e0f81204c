/** Makes of a case what goes over the wire: with the credentials of who sends it, and the headers that every request has. */
import { type Case, methodOf, targetOf } from './case.js';
import { basicCredential, type Credentials, spoil, spoilPassword } from './credentials.js';
import type { Target } from './run.js';
import type { WireRequest } from './send.js';

export function writeRequest(target: Target, item: Case): WireRequest {
  const credentials = credentialsOf(target, item);
  const carried = (place: 'header' | 'query') =>
    credentials
      .filter((credential) => credential.in === place)
      .map(({ name, value }) => [name, value] as const);
  const given = [
    ...Object.entries(target.configuration.headers),
    ...carried('header'),
    ...(item.body?.mediaType === undefined ? [] : [['Content-Type', item.body.mediaType] as const]),
    ...Object.entries(item.headers),
  ];
  // Two headers of one name are one, whatever their case.
  const headers = new Map(given.map(([name, value]) => [name.toLowerCase(), [name, value] as const]));
  const [name, own] = headers.get('cookie') ?? ['Cookie', undefined];
  const cookies = Object.entries(item.cookies).map(([key, value]) => `${key}=${value}`);
  // All cookies stand in one header (RFC 6265, 5.4).
  if (cookies.length > 0)
    headers.set('cookie', [name, [...(own === undefined ? [] : [own]), ...cookies].join('; ')]);
  return {
    method: methodOf(item),
    target: targetOf({ ...item, query: [...item.query, ...carried('query')] }),
    headers: Object.fromEntries(headers.values()),
    body: item.body?.bytes,
  };
}

const NOBODY = [basicCredential('nobody', 'wrong')];

function credentialsOf({ self, other }: Target, { probe, sender }: Case): Credentials {
  if (sender === 'nobody') return [];
  if (sender === 'other') return other ?? [];
  if (probe === 'wrong-password') return (self ?? []).map(spoilPassword);
  return probe === 'wrong-credentials' ? (self ?? NOBODY).map(spoil) : (self ?? []);
}
