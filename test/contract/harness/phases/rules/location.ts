/** `Location` of 201 leads to what was created (RFC 9110, 15.3.2). */
import type { Case } from '../../case.js';
import type { Operation } from '../../document/model.js';
import { bareCase } from '../../generation/examples.js';
import type { Exchange, Run } from '../../run.js';
import type { Resource } from '../resources.js';

const CHECK = 'location_conformance';
const CREATED = 201;

/** @param reader the GET on what was made */
export async function location(run: Run, reader: Operation, { exchanges }: Resource): Promise<void> {
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
  if (!URL.canParse(given, base)) return tell(`Location: ${given} is no address.`, 'unreadable', []);
  const target = new URL(given, base);
  // Behind a proxy a service may know itself by another name: its path counts.
  const exchange = await run.send(readAt(run, reader, target));
  if ([404, 405, 410].includes(exchange.answer.status))
    tell(`Location: ${given} answers GET with ${exchange.answer.status}.`, 'missing', [exchange]);
}

/** The address as it stands, whatever the paths of the document are. */
function readAt(run: Run, reader: Operation, { pathname, search }: URL): Case {
  const operation = { ...reader, path: decodeURI(pathname), basePath: '' };
  const query = [...new URLSearchParams(search)];
  const about = 'the address in Location';
  return { ...bareCase(run.material, operation, 'stateful', {}), operation, query, mode: 'neutral', about };
}
