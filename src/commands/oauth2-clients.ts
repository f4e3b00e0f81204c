/** `snippet-store oauth2 clients create NAME | list | delete CLIENT_ID` */
import type { Command } from 'commander';
import { OperatorError } from '../errors/operator-error.js';
import { addClient, deleteClient } from '../pipeline/authentication/oauth2.js';
import { byId } from '../store/by-id.js';
import { withStore } from './with-store.js';

export function addClientCommands(clients: Command): void {
  clients
    .command('create')
    .description('add a client; its secret is shown once')
    .argument('<NAME>', '1 to 150 characters, for people to know the client by', checkName)
    .addHelpText(
      'after',
      '\nThe store holds only a hash of the secret. If you lose the secret, make another client.',
    )
    .action(
      withStore(async ({ store, print }, name: string) => {
        const { clientId, clientSecret } = await addClient(store, name);
        print(
          { name, client_id: clientId, client_secret: clientSecret },
          `Client ${name}`,
          `client_id: ${clientId}`,
          `client_secret, shown only now: ${clientSecret}`,
        );
      }),
    );

  clients
    .command('list')
    .description('list the clients by age')
    .action(
      withStore(async ({ store, print }) => {
        const read = (after: number, limit: number) =>
          store.oauth2Clients.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray();
        print.columns('client_id', 'name');
        for await (const { name, clientId, created } of byId(read))
          print({ name, client_id: clientId, created }, `${clientId}\t${name}`);
      }),
    );

  clients
    .command('delete')
    .description('remove a client; the tokens that it obtained end at once')
    .argument('<CLIENT_ID>', 'the id of the client')
    .action(
      withStore(async ({ store, print }, clientId: string) => {
        if (!(await deleteClient(store, clientId))) throw new OperatorError(`unknown client "${clientId}"`);
        print({ client_id: clientId, deleted: true }, `The client ${clientId} and its tokens are deleted.`);
      }),
    );
}

function checkName(name: string): string {
  if (/^[^\p{Cc}]{1,150}$/u.test(name)) return name;
  throw new OperatorError(`${JSON.stringify(name)} is no name: expected 1 to 150 characters`);
}
