/** `snippet-store oauth1 consumers` and `oauth2 clients`, `create|list|delete`: programs that act for users. */
import type { Command } from 'commander';
import { deleteConsumer, issueConsumer } from '../authentication/oauth1.js';
import { addClient, deleteClient } from '../authentication/oauth2.js';
import { command, OperatorError } from '../errors/operator-error.js';
import { byId } from '../store/batches.js';
import type { Store } from '../store/index.js';
import { withStore } from './with-store.js';

interface Kind {
  readonly noun: string;
  /** As the protocol calls them: `client_id` for instance. */
  readonly idName: string;
  readonly secretName: string;
  /** About the secret. */
  readonly note: string;
  readonly nextStep: (id: string) => string;
  create(store: Store, name: string): Promise<{ readonly id: string; readonly secret: string }>;
  read(store: Store): AsyncIterable<{ readonly id: string; readonly name: string; readonly created: Date }>;
  /** @returns whether it existed */
  delete(store: Store, id: string): Promise<boolean>;
}

export const oauth1Consumers: Kind = {
  noun: 'consumer',
  idName: 'consumer_key',
  secretName: 'consumer_secret',
  note: 'The store holds the secret readable, because signatures are verified with it: protect the store.',
  nextStep: (key) => `Let it act for a user: ${command} oauth1 tokens create NAME --consumer ${key}`,
  async create(store, name) {
    const { key, secret } = await issueConsumer(store, name);
    return { id: key, secret };
  },
  async *read({ oauth1Consumers: consumers }) {
    for await (const { key: id, name, created } of byId((range, slice) => consumers.find(range, slice)))
      yield { id, name, created };
  },
  delete: deleteConsumer,
};

export const oauth2Clients: Kind = {
  noun: 'client',
  idName: 'client_id',
  secretName: 'client_secret',
  note: 'The store holds only a hash of the secret. If you lose the secret, make another client.',
  nextStep: () => 'It asks for tokens at /oauth2/access_token/ once AUTH_SCHEMES has oauth2.',
  async create(store, name) {
    const { clientId: id, clientSecret: secret } = await addClient(store, name);
    return { id, secret };
  },
  async *read({ oauth2Clients: clients }) {
    for await (const { clientId: id, name, created } of byId((range, slice) => clients.find(range, slice)))
      yield { id, name, created };
  },
  delete: deleteClient,
};

export function addClientCommands(clients: Command, kind: Kind): void {
  const { noun, idName, secretName } = kind;
  const create = clients
    .command('create')
    .description(`register a ${noun}; its secret is shown once`)
    .argument('<NAME>', '1 to 150 characters, for people to know it by', checkName)
    .addHelpText('after', `\n${kind.note}`);
  withStore(create, async ({ store, print }, name: string) => {
    const { id, secret } = await kind.create(store, name);
    print(
      { name, [idName]: id, [secretName]: secret },
      `The ${noun} ${name} is registered.`,
      `${idName}: ${id}`,
      `${secretName}, shown only now: ${secret}`,
      kind.nextStep(id),
    );
  });

  const list = clients.command('list').description(`list every ${noun} by age, without secrets`);
  withStore(list, async ({ store, print }) => {
    print.columns(idName, 'created', 'name');
    for await (const { id, name, created } of kind.read(store))
      print({ name, [idName]: id, created }, `${id}\t${created.toISOString()}\t${name}`);
  });

  const remove = clients
    .command('delete')
    .description(`remove a ${noun}; its tokens end at once`)
    .argument(`<${idName.toUpperCase()}>`);
  withStore(remove, async ({ store, print }, id: string) => {
    if (!(await kind.delete(store, id))) throw new OperatorError(`unknown ${noun} "${id}"`);
    print({ [idName]: id, deleted: true }, `The ${noun} ${id} and its tokens are deleted.`);
  });
}

function checkName(name: string): string {
  if (/^\P{C}{1,150}$/u.test(name) && name.trim() !== '') return name;
  throw new OperatorError(
    `${JSON.stringify(name)} is no name: expected 1 to 150 characters that can be seen`,
  );
}
