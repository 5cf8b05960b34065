import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where whoever builds this project can be found. What listens there ends with its process, however that ends: no file says it is at work when it is not. */
function addressOf(root: string): string {
  const name = `troupe-build-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\?\\pipe\\${name}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

/** @returns null where another process is there already */
function listenAt(address: string): Promise<Server | null> {
  const server = createServer((other) => other.unref().on('error', () => other.destroy()));
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    // The work keeps the process alive, and not its mark.
    server.listen(address, () => resolve(server.unref()));
  });
}

/** Resolves when whoever listens there has ended. */
function endOf(address: string): Promise<void> {
  return new Promise((resolve) => {
    const line: Socket = connect(address);
    line.resume();
    line.once('error', (error: NodeJS.ErrnoException) => {
      // A file that a killed process has left, where such addresses are files.
      if (error.code === 'ECONNREFUSED' && address.startsWith('/')) rmSync(address, { force: true });
    });
    line.once('close', () => resolve());
  });
}

/**
 * Does work that writes the build of a project when nobody else does.
 * @param wait called once where another process is at it
 */
export async function inTurn<Result>(root: string, work: () => Promise<Result>, wait: () => void): Promise<Result> {
  const address = addressOf(root);
  const lines = new Set<Socket>();
  let server = await listenAt(address);
  if (server === null) wait();
  while (server === null) {
    await endOf(address);
    server = await listenAt(address);
  }
  server.on('connection', (line) => lines.add(line));
  try {
    return await work();
  } finally {
    server.close();
    // Who waits hears of the end by the end of the line.
    for (const line of lines) line.destroy();
  }
}
