/** Bytes that were stored, as a form's file or as a body of their own, come back as they were. */
import { isSuccess } from '../case.js';
import { type Body, isRecord, type Operation } from '../document/model.js';
import { isForm, isJson } from '../document/parse.js';
import { EVERY_BYTE } from '../generation/rich.js';
import { propertiesOf } from '../generation/schemas.js';
import { fileBytes } from '../generation/write.js';
import type { Life } from '../phases/life.js';
import type { Exchange } from '../run.js';
import { CHECK } from './compare-data.js';

const BYTES = 'application/octet-stream';

const givesBytes = ({ method, responses }: Operation) =>
  method === 'GET' &&
  responses[200]?.content.some(
    ({ mediaType, schema }) => mediaType === BYTES || schema.format === 'binary',
  ) === true;

/** Where one file was sent in a form, and one address gives bytes without saying that they are of another kind. */
export async function storedFile(life: Life, written: Exchange): Promise<void> {
  const { body, value } = written.item.made ?? {};
  if (!body || !isForm(body.mediaType) || !isRecord(value)) return;
  const files = Object.entries(propertiesOf(body.schema)).filter(([, { format }]) => format === 'binary');
  const [[name = ''] = []] = files;
  const { [name]: sent } = value;
  const [download, ...others] = life.followers.filter(givesBytes);
  if (files.length !== 1 || !download || others.length > 0 || typeof sent !== 'string') return;
  await holdDownload(life, download, written, { body, sent: fileBytes(sent), field: `/${name}` });
}

/** Where bytes are stored by PUT and read from the same address. */
export async function storedBytes(life: Life): Promise<void> {
  const { reader } = life;
  const [writer] = life.on('PUT');
  const body = writer?.bodies.find(({ mediaType }) => mediaType === BYTES);
  if (!writer || !body || !givesBytes(reader) || !life.isOn(CHECK, reader)) return;
  const sent = fileBytes(EVERY_BYTE);
  const item = { ...life.plain(writer, body), body: { mediaType: BYTES, bytes: sent }, made: undefined };
  const written = await life.send(item, 'each byte');
  if (isSuccess(written.answer)) await holdDownload(life, reader, written, { body, sent, field: '' });
}

interface SentFile {
  readonly body: Body;
  readonly sent: Buffer;
  readonly field: string;
}

async function holdDownload(
  life: Life,
  download: Operation,
  written: Exchange,
  { body, sent, field }: SentFile,
): Promise<void> {
  const exchange = await life.run.send(life.plain(download));
  const { mediaType = '', bytes } = exchange.answer;
  // An image or a page may have been made of it.
  const isOther = /^(image|video|audio|text)\//.test(mediaType) || isJson(mediaType);
  if (!isSuccess(exchange.answer) || isOther) return;
  life.run.countCheck(CHECK);
  if (sent.equals(bytes)) return;
  const at = sent.findIndex((byte, index) => byte !== bytes[index]);
  const what = field === '' ? 'What was sent' : `The file ${field.slice(1)}`;
  const message = `${what} had ${sent.length} bytes, and a download has ${bytes.length}: they differ from byte ${Math.max(at, 0)} on.`;
  const violation = { message, pointer: body.pointer, field, operation: written.item.operation.label };
  life.report(CHECK, violation, written, exchange);
}
