/** `Location` of 201 leads to what was created (RFC 9110, 15.3.2). */
import type { Case } from '../../case.js';
import type { Operation } from '../../document/model.js';
import { bareCase, plainCase } from '../../generation/examples.js';
import type { Exchange, Run } from '../../run.js';
import { rename } from '../path-names.js';
import { readIdentity } from '../read-identity.js';
import { pathFor, type Resource } from '../resources.js';

const CHECK = 'location_conformance';
const CREATED = 201;
const MISSING = [404, 405, 410];

/** @param reader the GET on what was made */
export async function location(run: Run, reader: Operation, resource: Resource): Promise<void> {
  const { exchanges } = resource;
  const maker = exchanges.at(-1);
  if (!maker || maker.answer.status !== CREATED) return;
  const { location: given } = maker.answer.headers;
  if (given === undefined || !run.target.configuration.isOn(CHECK, maker.item.operation)) return;
  const { url } = run.target;
  const base = new URL(maker.request.target, url).href;
  const pointer = `${maker.item.operation.responses[CREATED]?.pointer ?? maker.item.operation.pointer}/headers/Location`;
  const tell = (message: string, subject: string, more: readonly Exchange[]) =>
    void run.report(CHECK, { message, pointer, subject, operation: maker.item.operation.label }, [
      ...exchanges,
      ...more,
    ]);
  run.countCheck(CHECK);
  if (!URL.canParse(given, base)) return tell(`Location: ${given} is not a URL.`, 'unreadable', []);
  const target = new URL(given, base);
  // Behind a proxy a service may know itself by another name: its path counts.
  const exchange = await run.send(readAt(run, reader, target));
  if (!MISSING.includes(exchange.answer.status)) return;
  if (await isMissingAnyway(run, reader, resource)) return;
  tell(`Location: ${given} answers GET with ${exchange.answer.status}.`, 'missing', [exchange]);
}

/**
 * Whether the resource cannot be read at its own address either: then the fault is not in `Location`, and
 * ensure_resource_availability names the operation to correct.
 */
async function isMissingAnyway(run: Run, reader: Operation, resource: Resource): Promise<boolean> {
  const maker = resource.exchanges.at(-1);
  if (!maker || !run.target.configuration.isOn('ensure_resource_availability', reader)) return false;
  const path = pathFor(resource, reader);
  const around = rename(maker.item.path, maker.item.operation.path, reader.path);
  const named = readIdentity(maker, reader, around, { trustsLocation: false });
  // A name that only Location tells proves nothing about it.
  if (!named || Object.entries(named).some(([name, value]) => path[name] !== value)) return false;
  const plain = plainCase(run.material, reader, 'stateful', path);
  const { answer } = await run.send({ ...plain, mode: 'neutral' });
  return answer.status === 404;
}

/** The address as it stands, whatever the paths of the document are. */
function readAt(run: Run, reader: Operation, { pathname, search }: URL): Case {
  const operation = { ...reader, path: decodeURI(pathname), basePath: '' };
  const query = [...new URLSearchParams(search)];
  const about = 'the address in Location';
  return { ...bareCase(run.material, operation, 'stateful', {}), operation, query, mode: 'neutral', about };
}
