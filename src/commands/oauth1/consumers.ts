/** `snippet-store oauth1 consumers create NAME | list | delete KEY` */
import type { Command } from 'commander';
import { OperatorError } from '../../errors/operator-error.js';
import { deleteConsumer, issueConsumer } from '../../pipeline/authentication/oauth1.js';
import { byId } from '../../store/by-id.js';
import type { OAuth1ConsumerRecord } from '../../store/records.js';
import type { Store } from '../../store/store.js';
import { withStore } from '../with-store.js';

export function addConsumerCommands(consumers: Command): void {
  consumers
    .command('create')
    .description('register a client, which gets a key and a secret')
    .argument('<NAME>', '1 to 150 characters, for people to know the client by', checkName)
    .addHelpText(
      'after',
      `
The secret is shown only now. The store holds it readable, because signatures are verified with it: protect the store.`,
    )
    .action(
      withStore(async ({ store, print }, name: string) => {
        const { key, secret } = await issueConsumer(store, name);
        print(
          { name, consumer_key: key, consumer_secret: secret },
          `Consumer key: ${key}`,
          `Consumer secret, shown only now: ${secret}`,
        );
      }),
    );

  consumers
    .command('list')
    .description('list the clients, without their secrets')
    .action(
      withStore(async ({ store: { oauth1Consumers }, print }) => {
        const projection = { key: 1, name: 1, created: 1 } as const;
        print.columns('consumer_key', 'created', 'name');
        const read = (after: number, limit: number) =>
          oauth1Consumers.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit, projection }).toArray();
        for await (const { key, name, created } of byId(read)) {
          const since = created.toISOString();
          print({ name, consumer_key: key, created: since }, `${key}\t${since}\t${name}`);
        }
      }),
    );

  consumers
    .command('delete')
    .description('remove a client and its tokens; its requests fail at once')
    .argument('<KEY>', 'the consumer key')
    .action(
      withStore(async ({ store, print }, key: string) => {
        if (!(await deleteConsumer(store, key))) throw unknownConsumer(key);
        print({ consumer_key: key, deleted: true }, `The consumer ${key} and its tokens are deleted.`);
      }),
    );
}

function checkName(name: string): string {
  if (/^[^\p{C}]{1,150}$/u.test(name) && name.trim() !== '') return name;
  throw new OperatorError(`"${name}" is no name: expected 1 to 150 characters that can be seen`);
}

/** @throws OperatorError when there is no such consumer */
export async function loadConsumer(store: Store, key: string): Promise<OAuth1ConsumerRecord> {
  const consumer = await store.oauth1Consumers.findOne({ key });
  if (consumer) return consumer;
  throw unknownConsumer(key);
}

function unknownConsumer(key: string): OperatorError {
  return new OperatorError(`unknown consumer "${key}"`);
}
