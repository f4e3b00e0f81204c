/** Watches what the driver sends in this process, and holds it to the plan of the shards. */
import { MongoClient } from 'mongodb';
import { complaintsAbout } from './shard-plan.js';

const complaints = new Set<string>();
let watched = 0;

/** Every client whose address asks for it (`monitorCommands=true`) is watched from its connection on. */
export function watchCommands(): void {
  const { connect } = MongoClient.prototype;
  const known = new WeakSet<MongoClient>();
  MongoClient.prototype.connect = function connectWatched(...args) {
    if (!known.has(this)) {
      known.add(this);
      this.on('commandStarted', ({ commandName, command }) => {
        watched += 1;
        for (const complaint of complaintsAbout(commandName, command)) complaints.add(complaint);
      });
    }
    return connect.apply(this, args);
  };
}

/** How many commands have been seen. */
export const watchedCommands = (): number => watched;

/** @throws Error when a command did not follow the plan; forgets it */
export function checkCommands(): void {
  const found = [...complaints];
  complaints.clear();
  if (found.length > 0) throw new Error(`A sharded cluster (docs/scaling.md):\n${found.join('\n')}`);
}
