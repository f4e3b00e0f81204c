/** Input that is accepted against the document, or refused against it. */
import { answer, editCreation, forward, isCreation, readJson, readObject } from '../changes.js';
import type { Faults } from '../fault.js';
import type { Message } from '../proxy.js';

export const acceptedData: Faults = {
  'a title that is too long': () =>
    editCreation((body) => {
      if (typeof body.title === 'string') body.title = [...body.title].slice(0, 100).join('');
    }),
  'an unknown choice': () =>
    editCreation((body) => {
      if (typeof body.language === 'string') body.language = 'python';
    }),
  'a number for a text': () =>
    editCreation((body) => {
      if (typeof body.title === 'number') body.title = String(body.title);
    }),
  'a missing code': () =>
    editCreation((body) => {
      body.code ??= 'x';
    }),
  'JSON that is cut off': () =>
    forward((message) => {
      const { 'content-type': type = '' } = message.headers;
      if (isCreation(message) && type.includes('json') && readJson(message.body) === undefined)
        message.body = Buffer.from('{"code": "x"}');
    }),
  'any limit': () =>
    forward((message) => {
      message.target = message.target.replace(/limit=[^&]*/, 'limit=5');
    }),
  'any content type': () =>
    forward((message) => {
      if (readObject(message.body)) message.headers['content-type'] = 'application/json';
    }),
};

export const refusedData: Faults = {
  'a title of sixty letters refused': () =>
    answer((message) => isCreation(message) && [...titleOf(message)].length > 60, 400),
  'lengths counted in UTF-16 units': () =>
    answer((message) => isCreation(message) && titleOf(message).length > 100, 400),
  'line numbers refused': () =>
    answer((message) => isCreation(message) && readObject(message.body)?.linenos === true, 400),
  'forms refused': () =>
    answer((message) => isCreation(message) && /urlencoded/.test(message.headers['content-type'] ?? ''), 400),
};

const titleOf = ({ body }: Message) => String(readObject(body)?.title ?? '');
