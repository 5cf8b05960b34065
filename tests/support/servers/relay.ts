import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A line to a real server that can be made to fail in the ways real lines do. */
export interface Relay {
  readonly port: number;
  /** Connections that stand pass nothing on any more, and nobody tells either side; later ones work. */
  silence(): void;
  /** Connections are taken and closed at once, as by a proxy whose server is away; those that stand are cut. */
  turnAway(): void;
  /** Nobody listens; connections that stand are cut. */
  stop(): Promise<void>;
  /** Works again, on the same port. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

/** @param port where it listens; 0 takes a free one */
export async function startRelay(target: { readonly host: string; readonly port: number }, port = 0): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isTurningAway = false;
  let listening = await listen(port);
  const actualPort = (listening.address() as AddressInfo).port;

  function take(client: Socket): void {
    client.on('error', () => client.destroy());
    if (isTurningAway) {
      client.destroy();
      return;
    }
    const server = connect(target);
    server.on('error', () => client.destroy());
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.once('close', () => {
        sockets.delete(from);
        // Who was silenced hears of nothing, the other's end included.
        if (from.listenerCount('data') > 0) to.destroy();
      });
    }
  }

  async function listen(onPort: number): Promise<Server> {
    const server = createServer(take).listen(onPort, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  const relay: Relay = {
    port: actualPort,
    silence() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.removeAllListeners('data');
        // What comes is taken and lost: the sender's system believes that it arrived.
        socket.resume();
      }
    },
    turnAway() {
      isTurningAway = true;
      cut();
    },
    async stop() {
      const closed = once(listening, 'close');
      listening.close();
      cut();
      await closed;
    },
    async resume() {
      isTurningAway = false;
      if (!listening.listening) listening = await listen(actualPort);
    },
    async close() {
      if (listening.listening) await relay.stop();
    },
  };
  return relay;
}
