import { Client } from 'pg';
import { APPLICATION_NAME } from './postgresql-pool.ts';

/** How often one looks whether a connection is given to somebody else: with others calling, it may take more than one look. */
const LOOKS = 10;

const PID = 'select pg_backend_pid() as pid';

/**
 * Whether connections of this address go to others after each transaction, as those of a pooler in transaction mode do: what one of them
 * sets for its session, others find then.
 */
export async function sharesConnections(url: string): Promise<boolean> {
  const one = await connect(url);
  try {
    // Where connections are scarce this one is refused: the first must not stay either.
    const other = await connect(url);
    try {
      return await isGivenAway(one, other);
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

async function isGivenAway(one: Client, other: Client): Promise<boolean> {
  // A pooler answers with a number of its own; PostgreSQL with that of the process.
  const { processID } = one as unknown as { readonly processID: number | null };
  if ((await pidOf(one)) === processID) return false;
  for (let look = 0; look < LOOKS; look += 1) {
    const pid = await pidOf(one);
    await other.query('begin');
    const isOthers = (await pidOf(other)) === pid;
    const isElsewhere = (await pidOf(one)) !== pid;
    await other.query('rollback');
    if (isOthers || isElsewhere) return true;
  }
  return false;
}

/** PostgreSQL's own programs empty the search path of their session. @throws Error where others would get that session afterwards */
export async function refuseSharedConnections(url: string): Promise<void> {
  if (!(await sharesConnections(url))) return;
  throw new Error(
    'The way to PostgreSQL leads through a pooler in transaction mode, where pg_dump and pg_restore would spoil the connections of others. Set DATABASE_DIRECT_URL to an address of the same database that leads past the pooler.',
  );
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: `${APPLICATION_NAME}-look`, connectionTimeoutMillis: 5000 });
  // A line that breaks is told by the query on it; an error that nobody hears would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function pidOf(client: Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>(PID)).rows[0]?.pid;
}
