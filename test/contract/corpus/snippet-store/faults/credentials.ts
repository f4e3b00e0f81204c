/** Doors that are open to nobody in particular, or to the wrong person. */
import { forward } from '../changes.js';
import type { Credentials, Faults } from '../fault.js';
import type { Fault } from '../proxy.js';

export const credentials: Faults = {
  'no credentials needed': ({ self }) =>
    forward(({ headers }) => {
      headers.authorization ??= self;
    }),
  'wrong credentials taken for right ones': ({ self }) =>
    forward(({ headers }) => {
      if (headers.authorization !== undefined) headers.authorization = self;
    }),
};

export const foreignObjects: Faults = {
  'snippets that everybody may replace': (users) => everybodyMay('PUT', users),
  'snippets that everybody may delete': (users) => everybodyMay('DELETE', users),
};

const everybodyMay = (method: string, { self, other }: Credentials): Fault =>
  forward((message) => {
    const { headers } = message;
    if (message.method === method && headers.authorization === other) headers.authorization = self;
  });
