/** Counts the connections of the driver's pools, for the metrics. */
import type { MongoClient } from 'mongodb';
import type { Connections } from '../../observability/metrics.js';

/** What an event adds to each count. */
const CHANGES = {
  connectionCreated: { open: 1 },
  connectionClosed: { open: -1 },
  connectionCheckOutStarted: { waiting: 1 },
  connectionCheckOutFailed: { waiting: -1 },
  connectionCheckedOut: { waiting: -1, busy: 1 },
  connectionCheckedIn: { busy: -1 },
} as const;

export function countConnections(client: MongoClient): Connections {
  const counts = { open: 0, busy: 0, waiting: 0 };
  for (const event of Object.keys(CHANGES) as (keyof typeof CHANGES)[]) {
    const change: Partial<Connections> = CHANGES[event];
    client.on(event, () => {
      counts.open += change.open ?? 0;
      counts.busy += change.busy ?? 0;
      counts.waiting += change.waiting ?? 0;
    });
  }
  return counts;
}
