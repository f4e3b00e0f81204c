/** A proxy that can swallow packets: connections stay open, and nothing comes through any more. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface SwallowingProxy {
  readonly port: number;
  swallow(): void;
  /** What came meanwhile is lost. */
  passOn(): void;
  close(): void;
}

/** @param target a port on this machine */
export async function startSwallowingProxy(target: number): Promise<SwallowingProxy> {
  const sockets = new Set<Socket>();
  let swallows = false;
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => swallows || to.write(bytes));
    from.on('error', () => undefined);
    from.once('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    join(client, upstream);
    join(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    swallow() {
      swallows = true;
    },
    passOn() {
      swallows = false;
      // A connection with a hole in its stream is of no use.
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
