import { request } from 'node:http';
import { openDatabase } from '#server/db/open-database';
import { createLogger } from '#server/base/logger';
import { newDataDir, removeDataDir, startServer } from '#tests/e2e/support/server-process.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { startMeasuredServer, type MeasuredServer } from './troupe-server.ts';

const MEBIBYTE = 1_048_576;
const SIZES: Readonly<Record<Effort, readonly number[]>> = { whole: [1, 100, 1024], short: [1] };
const SAMPLE_MS = 10;
const WARM_UPS = 5;

/** One upload of so many MiB, streamed; resolves to the envelope's code. */
function send({ url, headers }: MeasuredServer, mebibytes: number, round: number): Promise<number> {
  const head = Buffer.from(
    '--edge\r\ncontent-disposition: form-data; name="file"; filename="sound.wav"\r\ncontent-type: audio/wav\r\n\r\n',
  );
  const tail = Buffer.from('\r\n--edge--\r\n');
  const first = Buffer.alloc(MEBIBYTE, round);
  first.write('RIFF', 0);
  first.write('WAVEfmt ', 8);
  const rest = Buffer.alloc(MEBIBYTE, round + 1);
  const length = head.byteLength + mebibytes * MEBIBYTE + tail.byteLength;
  const reply = Promise.withResolvers<number>();
  const outgoing = request(
    `${url}/api/admin/ajax/upload`,
    { method: 'POST', headers: { ...headers, 'content-type': 'multipart/form-data; boundary=edge', 'content-length': length } },
    (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => (text += String(chunk)));
      incoming.on('end', () => reply.resolve((JSON.parse(text) as { readonly code: number }).code));
    },
  );
  outgoing.on('error', reply.reject);
  outgoing.write(head);
  let sent = 0;
  const feed = (): void => {
    while (sent < mebibytes) {
      sent += 1;
      if (!outgoing.write(sent === 1 ? first : rest)) return void outgoing.once('drain', feed);
    }
    outgoing.end(tail);
  };
  feed();
  return reply.promise;
}

interface Measured {
  readonly beforeMb: number;
  readonly peakMb: number;
  readonly seconds: number;
}

async function measured(server: MeasuredServer, mebibytes: number, round: number): Promise<Measured> {
  const beforeMb = server.memoryMb() ?? 0;
  let peakMb = beforeMb;
  const sampling = setInterval(() => (peakMb = Math.max(peakMb, server.memoryMb() ?? 0)), SAMPLE_MS);
  const start = performance.now();
  const code = await send(server, mebibytes, round);
  clearInterval(sampling);
  if (code !== 1) throw new Error(`the upload of ${mebibytes} MiB was refused with code ${code}`);
  return { beforeMb, peakMb, seconds: (performance.now() - start) / 1000 };
}

/** What an upload costs the server in memory, whatever the file's size. */
export async function benchUploadMemory(effort: Effort): Promise<string> {
  const dataDir = newDataDir();
  try {
    await allowLargeFiles(dataDir);
    const server = await startMeasuredServer(dataDir);
    try {
      for (let round = 0; round < WARM_UPS; round += 1) await send(server, 1, round);
      const rows: (readonly string[])[] = [];
      for (const [index, mebibytes] of SIZES[effort].entries()) {
        const { beforeMb, peakMb, seconds } = await measured(server, mebibytes, 100 + index);
        const figures = [beforeMb, peakMb, peakMb - beforeMb].map((value) => value.toFixed(0));
        rows.push([`${mebibytes} MiB`, ...figures, seconds.toFixed(2), (mebibytes / seconds).toFixed(0)]);
      }
      return markdownTable(['upload', 'server before, MB', 'peak, MB', 'growth, MB', 's', 'MiB/s'], rows);
    } finally {
      await server.close();
    }
  } finally {
    removeDataDir(dataDir);
  }
}

/** The first start makes the database; the limit is raised while nobody holds it. */
async function allowLargeFiles(dataDir: string): Promise<void> {
  await (await startServer({ dataDir, env: { SAMPLE_DATA: '0' } })).end('SIGTERM');
  const logger = createLogger({ level: 'error', write: (line) => console.error(line), now: () => new Date() });
  const database = await openDatabase({ dataDir, logger });
  await database.kysely.updateTable('config').set({ value: '2gb' }).where('name', '=', 'upload_max_size').execute();
  await database.close();
}
