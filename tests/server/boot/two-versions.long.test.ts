import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type ServerProcess } from '#tests/e2e/support/server-process.ts';
import { testDatabaseKinds } from '#tests/support/database.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { copyProgram, type ProgramCopy } from '#tests/support/program-copy.ts';
import { startRoundRobin, type RoundRobin } from '#tests/support/servers/round-robin.ts';
import { servedBefore } from '#tests/support/served-before.ts';
import { isOfWords, startTalking, TALKING_ENV } from '#tests/support/cluster/talking.ts';
import { startWriting, type Writing } from '#tests/support/writers.ts';

const WRITERS = 4;
/** Between two steps of a rollout so many writes are acknowledged. */
const WRITES_BETWEEN = 40;

/** Why: docs/decisions/175-a-version-beside-the-next.md. */
describe.runIf(testDatabaseKinds.includes('postgresql'))('a version that takes the place of another', { timeout: 900_000 }, () => {
  let own: OwnCopy;
  let former: ProgramCopy;
  let next: ProgramCopy;
  let processes: ServerProcess[];
  let proxy: RoundRobin;
  let writing: Writing;
  const start = ({ entry }: ProgramCopy) => startServer({ dataDir: own.dataDir, env: { ...own.env, ...TALKING_ENV }, entry });
  const further = () => {
    const goal = writing.acknowledged.length + WRITES_BETWEEN;
    return expect.poll(() => writing.acknowledged.length, { timeout: 180_000 }).toBeGreaterThanOrEqual(goal);
  };
  /** What each process says of a part of the pages. */
  const statuses = (part: string) => Promise.all(processes.map(async ({ url }) => (await fetch(url + part)).status));

  beforeAll(async () => {
    own = await servedBefore('postgresql');
    former = copyProgram({ part: 'former' });
    next = copyProgram({
      part: 'next',
      statement: "alter table goods add column maker varchar(80) not null default ''",
      edits: [
        { file: 'src/sections/goods/goods.life.ts', from: "field: 'price', is: 'gt', value: 0", to: "field: 'price', is: 'egt', value: 1" },
      ],
    });
    processes = [await start(former), await start(former)];
    proxy = await startRoundRobin(() => processes.map(({ port }) => port));
  });
  afterAll(async () => {
    await proxy?.close();
    await Promise.all((processes ?? []).map((one) => one.end('SIGTERM')));
    await own?.remove();
    former?.remove();
    next?.remove();
  });

  it('does so without a failed call or a lost word of the chat, while open pages of both find all their parts', async () => {
    writing = await startWriting(proxy.url, WRITERS);
    const talking = await startTalking(proxy.url);
    await further();
    for (const place of [0, 1]) {
      const ending = processes[place]!;
      const coming = await start(next);
      processes = processes.with(place, coming);
      expect(await ending.end('SIGTERM')).toBe(0);
      await further();
      expect(await statuses(former.part)).toEqual([200, 200]);
      expect(await statuses(next.part)).toEqual([200, 200]);
    }
    const there = await writing.stop();
    expect(there.toSorted()).toEqual(writing.acknowledged.toSorted());
    expect([...writing.others]).toEqual([]);
    const talks = await talking.stop();
    // An answer that a process cannot bring to its end before its own is interrupted, and says so; what was read of it stays.
    for (const { state, read, stored, isSaid } of talks) {
      expect([state, read]).toEqual([isSaid ? 'complete' : 'interrupted', stored]);
      expect(read).toSatisfy(isOfWords);
    }
    expect(talks.at(-1)).toMatchObject({ state: 'complete' });
  });

  it('leaves a process of the former version that had to be started once more beside it at work', async () => {
    const again = await start(former);
    processes = [...processes, again];
    writing = await startWriting(again.url, WRITERS);
    await further();
    await writing.stop();
    expect([...writing.others]).toEqual([]);
    expect(await statuses(next.part)).toEqual([200, 200, 200]);
  });
});
