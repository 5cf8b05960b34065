import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as designer from '#api/contract/designer/designer';
import { listCommands, terminalTicket } from '#api/contract/terminal/terminal';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { EJECT_COMMAND, EJECT_RESOLVED_COMMAND, orderOfSection, sectionOfOrder } from '#domain/designer/source/eject-order';
import { createProcesses } from '#server/adapters/processes/node-processes';
import { registerEjection } from '#server/features/designer/source/eject-commands';
import { isSourceTree } from '#server/features/designer/source/source-tree';
import { createCommandRegistry } from '#server/features/terminal/commands';
import type { Processes } from '#server/ports/terminal-ports';
import { printed, read, textOf } from '../terminal/terminal-support.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

type Started = Parameters<Processes['start']>[0];

/** The real programs would write into this project: what would be started is looked at, and a program that says what it read runs instead. */
const ECHO =
  "let text = ''; process.stdin.on('data', (part) => (text += part)).on('end', () => console.log(JSON.parse(text).declaration.name))";

const design = blankDesign('serviceTicket', { label: { en: 'Tickets' }, titleLabel: { en: 'Title' } });

describe('the task of the terminal that writes a section as source', () => {
  let server: TestServer;
  let token: string;
  const started: Started[] = [];
  const order = (extend: string, command = EJECT_COMMAND) => ({
    command,
    uuid: `run-${command}-${started.length}-${extend.length}`.replaceAll('.', '-'),
    extend,
  });
  const processes = createProcesses({ projectDir: process.cwd(), toolsDir: tmpdir(), environment: process.env });
  const release = mkdtempSync(join(tmpdir(), 'troupe-release-'));

  beforeAll(async () => {
    server = await createTestServer({
      sampleData: false,
      ports: {
        processes: {
          ...processes,
          start(command) {
            started.push(command);
            return processes.start({ ...command, args: ['-e', ECHO], folder: 'scratch' });
          },
        },
      },
    });
    ({ token } = await server.signIn());
    await server.call(designer.saveDraft, { design, version: 0, renames: { columns: {}, options: {} } }, { token });
  });
  afterAll(async () => {
    rmSync(release, { recursive: true });
    await server.close();
  });

  it('is refused for what is no published section, before anything starts', async () => {
    const refusals: [string, string][] = [
      ['', 'extend'],
      ['section:', 'extend'],
      ['section:serviceTicket --resolved', 'extend'],
      ['section:../../server', 'extend'],
      ['section:$(id)', 'extend'],
      ['section:nothing', 'There is no section nothing'],
      ['section:serviceTicket', 'The section is not published'],
    ];
    for (const [extend, message] of refusals) {
      await expect(server.call(terminalTicket, order(extend), { token })).rejects.toThrow(message);
      // Who has a token needs no ticket.
      const said = textOf(await read(server.app, { ...order(extend), token }));
      expect(said).toEqual([expect.stringContaining(message), 'command-exec-error']);
    }
    expect(started).toEqual([]);
  });

  it('hands the published design to the command, under the name that the server makes of it', async () => {
    const { hash } = await server.call(designer.planSection, { name: 'serviceTicket' }, { token });
    await server.call(designer.publishSection, { name: 'serviceTicket', version: 1, hash }, { token });
    const extend = orderOfSection('serviceTicket');
    const messages = await read(server.app, { ...order(extend), token });
    expect([printed(messages), textOf(messages).at(-2)]).toEqual([['serviceTicket'], 'command-exec-success']);
    expect(textOf(messages)).toContain('> npm run section:eject -- service-ticket');
    await read(server.app, { ...order(extend, EJECT_RESOLVED_COMMAND), token });
    expect(started.map(({ file, args, folder }) => [file, args, folder])).toEqual([
      ['node', ['scripts/section-eject.ts', 'service-ticket', '--from', '-'], 'project'],
      ['node', ['scripts/section-eject.ts', 'service-ticket', '--from', '-', '--resolved'], 'project'],
    ]);
    expect(JSON.parse(started[0]?.input ?? '')).toEqual({ ...design, renames: { columns: {}, options: {} } });
  });

  it('is no choice of the terminal, and for super administrators alone', async () => {
    const { commands } = await server.call(listCommands, {}, { token });
    expect(commands.filter(({ key }) => key.startsWith('section'))).toEqual([]);
    const clerk = await server.addAdmin('clerk', ['crud/crud/index', 'crud/crud/generate', 'crud/crud/delete']);
    const before = started.length;
    await expect(server.call(terminalTicket, order('section:serviceTicket'), { token: clerk.token })).rejects.toThrow('permission');
    const said = textOf(await read(server.app, { ...order('section:serviceTicket'), uuid: 'run-clerk-1', token: clerk.token }));
    expect([said.at(-1), started.length]).toEqual(['command-exec-error', before]);
  });

  it('says so where there is no source', async () => {
    const commands = createCommandRegistry();
    registerEjection(commands, { ...server.ports, resources: server.app.resources }, release);
    mkdirSync(join(release, 'src', 'sections'), { recursive: true });
    await expect(commands.find(EJECT_COMMAND)?.prepare?.('section:serviceTicket')).rejects.toMatchObject({
      failure: { message: 'refusals.designer.noSourceTree' },
    });
    expect([isSourceTree(), isSourceTree(release)]).toEqual([true, false]);
    for (const path of ['scripts/section-eject.ts', 'node_modules/.bin/oxfmt', 'node_modules/.bin/vitest']) {
      mkdirSync(dirname(join(release, path)), { recursive: true });
      writeFileSync(join(release, path), '');
    }
    expect(isSourceTree(release)).toBe(true);
    const { door } = await server.call(designer.sectionSource, { name: 'serviceTicket' }, { token });
    expect(door).toBe('open');
  });
});

it('reads the name of a section from an order, and nothing else', () => {
  expect(sectionOfOrder(orderOfSection('ticket'))).toBe('ticket');
  for (const text of ['ticket', 'section:Ticket', 'section:a', 'section:ticket\n', 'section:ticket ', 'part:ticket', 'section:a-b'])
    expect(sectionOfOrder(text)).toBeNull();
});
