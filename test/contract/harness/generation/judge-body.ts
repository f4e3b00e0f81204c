/** Whether a body keeps its rules, judged as its media type carries it. */
import type { Body } from '../document/model.js';
import type { Json } from '../document/values.js';
import type { Material } from './examples.js';
import { judgeForm } from './judge-form.js';
import { isForm, isTextBody } from './media-types.js';
import { judgeText, type Verdict } from './verdict.js';
import { textOf } from './write-parameter.js';

export function judgeBody(material: Material, body: Body, value: Json): Verdict {
  const { validators } = material;
  if (isForm(body.mediaType)) return judgeForm(material, body, value);
  // A body of no bytes is a text for some, and no body for others.
  if (isTextBody(body)) return value === '' ? 'open' : judgeText(validators, body.schema, textOf(value));
  return validators.sent(body.schema)(value).length === 0 ? 'kept' : 'broken';
}
