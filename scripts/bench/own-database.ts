import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database of our own on the given PostgreSQL, dropped afterwards. */
export async function withOwnDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  const name = `troupe_bench_${randomBytes(6).toString('hex')}`;
  await client.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    return await work(url.href);
  } finally {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
}
