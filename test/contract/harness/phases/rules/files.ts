/** The bytes of files come back as they were sent. */
import { isSuccess } from '../../answer.js';
import type { Body, Operation } from '../../document/model.js';
import { isRecord } from '../../document/values.js';
import { propertiesOf } from '../../generation/alternatives.js';
import { plainCase } from '../../generation/examples.js';
import { EVERY_BYTE } from '../../generation/fullest.js';
import { isForm } from '../../generation/media-types.js';
import { fileBytes } from '../../generation/payload.js';
import type { Exchange, Run } from '../../run.js';
import { pathFor, type Resource } from '../resources.js';
import { CHECK } from './compare-data.js';

const BYTES = 'application/octet-stream';

/** Where one file was sent in a form, and one address gives bytes without saying that they are of another kind. */
export async function storedFile(
  run: Run,
  followers: readonly Operation[],
  resource: Resource,
  written: Exchange,
): Promise<void> {
  const { body, value } = written.item.made ?? {};
  if (!body || !isForm(body.mediaType) || !isRecord(value)) return;
  const files = Object.entries(propertiesOf(run.material.source, body.schema)).filter(
    ([, { format }]) => format === 'binary',
  );
  const [[name = ''] = []] = files;
  const { [name]: sent } = value;
  const [download, ...others] = followers.filter(givesBytes);
  if (files.length !== 1 || !download || others.length > 0 || typeof sent !== 'string') return;
  await holdDownload(run, download, resource, written, { body, sent: fileBytes(sent), field: `/${name}` });
}

/** Where bytes are stored by PUT and read from the same address. */
export async function storedBytes(
  run: Run,
  reader: Operation,
  writer: Operation,
  resource: Resource,
): Promise<void> {
  const body = writer.bodies.find(({ mediaType }) => mediaType === BYTES);
  if (!body || !givesBytes(reader) || !run.target.configuration.isOn(CHECK, reader)) return;
  const sent = fileBytes(EVERY_BYTE);
  const plain = plainCase(run.material, writer, 'stateful', pathFor(resource, writer), body);
  const payload = { mediaType: BYTES, bytes: sent };
  const written = await run.send({ ...plain, mode: 'neutral', about: 'each byte', body: payload });
  if (isSuccess(written.answer))
    await holdDownload(run, reader, resource, written, { body, sent, field: '' });
}

const givesBytes = ({ method, responses }: Operation) =>
  method === 'GET' && responses[200]?.content.some(({ mediaType }) => mediaType === BYTES) === true;

interface SentFile {
  readonly body: Body;
  readonly sent: Buffer;
  /** Where it stood in the body. */
  readonly field: string;
}

async function holdDownload(
  run: Run,
  download: Operation,
  resource: Resource,
  written: Exchange,
  { body, sent, field }: SentFile,
): Promise<void> {
  const exchange = await run.send(plainCase(run.material, download, 'stateful', pathFor(resource, download)));
  const { mediaType, bytes } = exchange.answer;
  if (!isSuccess(exchange.answer) || mediaType !== BYTES) return;
  run.countCheck(CHECK);
  if (sent.equals(bytes)) return;
  const at = sent.findIndex((byte, index) => byte !== bytes[index]);
  const message = `${field === '' ? 'What was sent' : `The file ${field.slice(1)}`} had ${sent.length} bytes, and a download has ${bytes.length}: they differ from byte ${Math.max(at, 0)} on.`;
  const violation = { message, pointer: body.pointer, field, operation: written.item.operation.label };
  const before = resource.exchanges.includes(written) ? [] : [written];
  run.report(CHECK, violation, [...resource.exchanges, ...before, exchange]);
}
