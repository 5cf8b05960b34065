import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { Client } from 'pg';
import { filled, killTree, ownFile, ownFolder, postgresqlFolder, signalTree, startEngine } from './engines.ts';

/** One machine: its PostgreSQL under Patroni, and a pooler beside it. */
export interface ClusterNode {
  readonly name: string;
  /** Ends everything that runs on it, at once, as where its power is cut. */
  kill(): void;
  /** Stops everything that runs on it without a word: a machine that hangs. */
  freeze(): void;
  /** Starts what was killed, as a machine does that comes back. */
  start(): void;
}

export interface PostgresCluster {
  /** Leads to the primary, whichever that is: haproxy, then the pooler of that machine. */
  readonly url: string;
  /** @returns the node that may be written to; waits until there is one */
  primary(): Promise<ClusterNode>;
  /** Waits until the other node follows so closely that nothing is acknowledged before it has it. */
  inSync(): Promise<void>;
  /** The other node takes over, as before work on a machine. */
  switchOver(): Promise<void>;
  close(): Promise<void>;
}

interface Ports {
  readonly postgresql: number;
  readonly rest: number;
  readonly pooler: number;
}

interface Member extends ClusterNode {
  readonly ports: Ports;
  /** The end of what Patroni said there. */
  lastWords(): string;
}

interface Status {
  readonly role?: string;
  readonly sync_standby?: boolean;
}

const PASSWORD = 'of-this-cluster-alone';
/** No power is cut here: what was written outlives every kill of a process. */
const UNSAFE = "    fsync: 'off'\n";
/** `first` is no name: PostgreSQL reads it as a word of its own where the standby is named. */
const NAMES = ['left', 'right'];
const loopback = (port: number): string => `127.0.0.1:${port}`;

/** Two PostgreSQL under Patroni, the second one in step with the first, behind poolers and a way to the primary. How it is set up: docs/scaling.md "Two machines". */
export async function startCluster(): Promise<PostgresCluster> {
  const root = ownFolder(mkdtempSync(join(tmpdir(), 'troupe-cluster-')));
  const [client, peer, entrance, direct] = [await quietPort(), await quietPort(), await quietPort(), await quietPort()];
  const etcd = startEtcd(ownFolder(join(root, 'etcd')), client, peer);
  const members: Member[] = [];
  for (const name of NAMES) {
    const ports = { postgresql: await quietPort(), rest: await quietPort(), pooler: await quietPort() };
    members.push(memberOf(name, ownFolder(join(root, name)), ports, client));
  }
  const haproxy = startEngine('haproxy', ['-db', '-f', ownFile(join(root, 'haproxy.cfg'), entranceOf(entrance, direct, members))], root);
  const said = () => members.map((member) => member.lastWords()).join('\n');
  const primary = () => until('a primary', said, async () => one(members, async (member) => (await statusOf(member)).role === 'master'));
  const inSync = async () =>
    void (await until('a synchronous standby', said, async () =>
      one(members, async (member) => (await statusOf(member)).sync_standby === true),
    ));
  members[0]?.start();
  const url = `postgres://troupe:${PASSWORD}@${loopback(entrance)}/troupe`;
  await primary();
  await createDatabase(entrance, said);
  members[1]?.start();
  await inSync();
  return {
    url,
    primary,
    inSync,
    async switchOver() {
      const leader = await primary();
      const member = members.find((each) => each === leader);
      if (!member) throw new Error('no primary');
      const response = await fetch(`http://${loopback(member.ports.rest)}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: member.name }),
      });
      if (!response.ok) throw new Error(`no switch-over: ${await response.text()}`);
    },
    async close() {
      for (const member of members) member.kill();
      killTree(haproxy.pid);
      killTree(etcd.pid);
      // Their last writes are done before their folder goes.
      await passed(500);
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Below those that the system gives to connections that go out: a machine is started again on its port, long after that was looked for. */
async function quietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return port;
    } catch {
      // Somebody has it.
    } finally {
      server.close();
    }
  }
}

function startEtcd(folder: string, client: number, peer: number): ChildProcess {
  const [ours, theirs] = [`http://${loopback(client)}`, `http://${loopback(peer)}`];
  const places = ['--listen-client-urls', ours, '--advertise-client-urls', ours, '--listen-peer-urls', theirs];
  const alone = ['--initial-advertise-peer-urls', theirs, '--initial-cluster', `default=${theirs}`];
  return startEngine('etcd', ['--data-dir', join(folder, 'data'), ...places, ...alone], folder);
}

function entranceOf(entrance: number, direct: number, members: readonly Member[]): string {
  const [left, right] = members;
  if (!left || !right) throw new Error('there are two');
  return filled('haproxy.cfg', {
    ENTRANCE_PORT: entrance,
    DIRECT_PORT: direct,
    LEFT_HOST: '127.0.0.1',
    LEFT_POOLER_PORT: left.ports.pooler,
    LEFT_DATABASE_PORT: left.ports.postgresql,
    LEFT_REST_PORT: left.ports.rest,
    RIGHT_HOST: '127.0.0.1',
    RIGHT_POOLER_PORT: right.ports.pooler,
    RIGHT_DATABASE_PORT: right.ports.postgresql,
    RIGHT_REST_PORT: right.ports.rest,
  });
}

function memberOf(name: string, folder: string, ports: Ports, etcd: number): Member {
  const values = {
    NODE: name,
    HOST: '127.0.0.1',
    NETWORK: '127.0.0.1/32',
    REST_PORT: ports.rest,
    DATABASE_PORT: ports.postgresql,
    POOLER_PORT: ports.pooler,
    ETCD: loopback(etcd),
    FOLDER: folder,
    POSTGRESQL_BIN: postgresqlFolder,
    PASSWORD,
  };
  const patroniFile = ownFile(join(folder, 'patroni.yml'), `${filled('patroni.yml', values)}${UNSAFE}`);
  const poolerFile = ownFile(join(folder, 'pgbouncer.ini'), filled('pgbouncer.ini', values));
  ownFile(join(folder, 'users.txt'), ['postgres', 'troupe'].map((account) => `"${account}" "${PASSWORD}"\n`).join(''));
  let engines: readonly ChildProcess[] = [];
  /** The server is no child of who started it. */
  const postmaster = (): number | undefined => {
    try {
      return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return undefined;
    }
  };
  const signal = (kind: NodeJS.Signals) => {
    const [patroni, pooler] = engines;
    // First who would start the others again.
    for (const pid of [patroni?.pid, postmaster(), pooler?.pid]) signalTree(pid, kind);
  };
  return {
    name,
    ports,
    lastWords: () =>
      `${name}: ${readFileSync(join(folder, 'patroni.log'), 'utf8')
        .split('\n')
        .filter((line) => /^\d.*(?:INFO|LOG|ERROR|FATAL)/u.test(line))
        .slice(-20)
        .join('\n')}`,
    kill: () => signal('SIGKILL'),
    freeze: () => signal('SIGSTOP'),
    start: () => {
      engines = [startEngine('patroni', [patroniFile], folder), startEngine('pgbouncer', ['-q', poolerFile], folder)];
    },
  };
}

async function statusOf({ ports }: Member): Promise<Status> {
  try {
    const response = await fetch(`http://${loopback(ports.rest)}/patroni`, { signal: AbortSignal.timeout(2000) });
    return (await response.json()) as Status;
  } catch {
    return {};
  }
}

async function one(members: readonly Member[], isIt: (member: Member) => Promise<boolean>): Promise<Member | null> {
  for (const member of members) if (await isIt(member)) return member;
  return null;
}

async function until<T>(what: string, said: () => string, look: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + 400_000;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come:\n${said()}`);
    await passed(200);
  }
}

async function createDatabase(entrance: number, said: () => string): Promise<void> {
  await until('the way to the primary', said, async () => {
    const client = new Client({ connectionString: `postgres://postgres:${PASSWORD}@${loopback(entrance)}/postgres` });
    try {
      await client.connect();
      await client.query(`create role troupe login password '${PASSWORD}'`);
      await client.query('create database troupe owner troupe');
      return true;
    } catch {
      return null;
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}
