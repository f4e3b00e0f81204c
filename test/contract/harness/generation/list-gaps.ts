/** What a document has and no request is made for: worth a warning, since nothing will be found there. */
import type { Body, Operation, Parameter } from '../document/model.js';
import { canWrite } from './payload.js';

/** Written before the value in other styles than these (OpenAPI 3.0.3, 4.7.12.3). */
const UNWRITTEN_STYLES = ['matrix', 'label'];

export function listGaps(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ label, bodies, parameters }) =>
    [...bodies.flatMap(ofBody), ...parameters.flatMap(ofParameter)].map((gap) => `${label}: ${gap}`),
  );
}

const ofBody = (body: Body) =>
  canWrite(body) ? [] : [`bodies of ${body.mediaType} are sent only where the document has the text of one.`];

const ofParameter = ({ name, style }: Parameter) =>
  UNWRITTEN_STYLES.includes(style)
    ? [`the parameter ${name} is sent without the marks of its style, ${style}.`]
    : [];
