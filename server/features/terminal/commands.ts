import type { CommandFolder, ProcessCommand } from '../../ports/terminal-ports.ts';

/** A command that the terminal knows. */
export interface KnownCommand extends ProcessCommand {
  /**
   * For one that needs to know what it is done with: reads that from the free text of an order, judges it, and makes the command that runs.
   * @throws a refusal, before anything starts
   */
  readonly prepare?: (extend: string) => Promise<ProcessCommand>;
}

/**
 * The commands of the terminal by their key. A request names a key, and nothing else of it reaches a process as it
 * came: where a command has to know what it is done with, `prepare` makes that of names which the server knows itself.
 */
export interface CommandRegistry {
  /** @throws Error for a key that is taken or not spelt like one */
  register(key: string, command: KnownCommand): void;
  unregister(key: string): void;
  find(key: string): KnownCommand | undefined;
  all(): readonly (KnownCommand & { readonly key: string })[];
}

const MINUTE_MS = 60_000;

const command = (file: string, args: readonly string[], folder: CommandFolder, minutes: number): ProcessCommand => ({
  file,
  args,
  folder,
  timeoutMs: minutes * MINUTE_MS,
  line: [file, ...args].join(' '),
});

const MANAGERS = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni'] as const;
const PACKAGE_OF = { cnpm: 'cnpm', pnpm: 'pnpm', yarn: 'yarn', ni: '@antfu/ni' } as const;
const REGISTRIES = {
  npm: 'https://registry.npmjs.org/',
  taobao: 'https://registry.npmmirror.com/',
  tencent: 'https://mirrors.cloud.tencent.com/npm/',
} as const;

const forManagers = (group: string, of: (manager: (typeof MANAGERS)[number]) => ProcessCommand): [string, ProcessCommand][] =>
  MANAGERS.map((manager) => [`${group}.${manager}`, of(manager)]);

/**
 * Our meaning of the protocol's keys. Source: wire protocol §5.20.
 * - `install.*` puts a package manager into the server's own folder of tools; the system stays as it is.
 * - `test.*` installs nothing at all in an empty package: it shows that the manager works.
 * - `web-install.*` is npm's install whichever manager is chosen: the lock file is npm's, and another manager would take the modules
 *   apart under the running server. `npm ci` would, too; `npm install` leaves alone what is right already.
 * - `set-npm-registry.*` changes the project's setting, not the account's.
 * Keys for PHP and its database tool do not exist here.
 */
const SHIPPED: readonly [string, ProcessCommand][] = [
  ...forManagers('version', (manager) => command(manager, ['--version'], 'scratch', 1)),
  ['version.node', command('node', ['--version'], 'scratch', 1)],
  ...Object.entries(PACKAGE_OF).map(([manager, name]): [string, ProcessCommand] => [
    `install.${manager}`,
    command('npm', ['install', '--prefix', '.', '--no-audit', '--no-fund', name], 'tools', 10),
  ]),
  ...forManagers('test', (manager) => command(manager, manager === 'ni' ? [] : ['install'], 'scratch', 5)),
  ...forManagers('web-install', () => command('npm', ['install', '--no-audit', '--no-fund'], 'project', 15)),
  ...forManagers('web-build', (manager) =>
    manager === 'ni' ? command('nr', ['build:client'], 'project', 15) : command(manager, ['run', 'build:client'], 'project', 15),
  ),
  ...Object.entries(REGISTRIES).map(([name, url]): [string, ProcessCommand] => [
    `set-npm-registry.${name}`,
    command('npm', ['config', 'set', `registry=${url}`, '--location=project'], 'project', 1),
  ]),
  ['ping.baidu', command('ping', ['-c', '4', 'www.baidu.com'], 'scratch', 1)],
  ['ping.localhost', command('ping', ['-c', '4', '127.0.0.1'], 'scratch', 1)],
];

/** What the older dialect calls by another name; its third registry has no address that is known. Source: wire protocol §5.20. */
const OLDER_KEYS: ReadonlyMap<string, string> = new Map([
  ['set-registry.npm', 'set-npm-registry.npm'],
  ['set-registry.taobao', 'set-npm-registry.taobao'],
]);

export function createCommandRegistry(): CommandRegistry {
  const byKey = new Map<string, KnownCommand>(SHIPPED);
  return {
    register(key, added) {
      if (!/^[a-z][\w-]*(?:\.[\w-]+)?$/u.test(key) || key.length > 100) throw new Error(`${key} is no key of a command`);
      if (byKey.has(key) || OLDER_KEYS.has(key)) throw new Error(`The command ${key} exists already`);
      byKey.set(key, added);
    },
    unregister: (key) => void byKey.delete(key),
    find: (key) => byKey.get(OLDER_KEYS.get(key) ?? key),
    all: () => [...byKey].map(([key, found]) => ({ key, ...found })),
  };
}
