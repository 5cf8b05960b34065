import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { sectionChecks, type SectionCheck } from '../../scripts/eject/section-checks.ts';
import { newSectionFiles } from '../../scripts/new-section/new-section-files.ts';
import { sectionNameFault } from '../../scripts/new-section/section-name.ts';
import { SHIPPED_RULES } from '#server/db/seed/shipped-rules';

const ROOT = resolve(import.meta.dirname, '..', '..');
const MINUTE_MS = 60_000;

/** What is looked at in a section that nobody has touched, as in one of ours. */
const CHECKS: readonly Pick<SectionCheck, 'says' | 'command'>[] = [
  ...sectionChecks('service-ticket', 'serviceTicket'),
  { says: 'leaves no code unused', command: ['knip'] },
];

const IMPORTED = /^import (?:type )?\{([^}]*)\} from '(#(?:ui|api|domain|server)\/[^']+)';$/gmu;
const aliases = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly imports: Readonly<Record<string, string>> })
  .imports;

/** The text of the module that a specifier such as `#ui/base/i18n.ts` names. */
function sourceOf(specifier: string): string {
  const after = specifier.indexOf('/') + 1;
  const folder = aliases[`${specifier.slice(0, after)}*`] ?? '';
  return readFileSync(join(ROOT, folder.replace('*', specifier.slice(after))), 'utf8');
}

it('writes the declaration that the page about it shows', () => {
  const files = newSectionFiles({ name: 'service-ticket', english: 'Service tickets', chinese: '服务单', hasWindow: true });
  const [, declaration = ''] = /(export const [^]*)/u.exec(files['service-ticket.resource.ts'] ?? '') ?? [];
  expect(declaration).toContain('defineResource');
  expect(readFileSync('docs/add-a-section.md', 'utf8')).toContain(declaration.trim());
});

it('refuses a name whose page is there, or too long for a right, in a sentence', () => {
  const pages = SHIPPED_RULES.map((rule) => rule.name);
  expect(
    ['config', 'system', 'admin-info', 'Ticket', 'ticket-'.repeat(6).concat('end'), 'service-ticket'].map((name) =>
      sectionNameFault(name, pages),
    ),
  ).toEqual([
    'The page routine/config is there already: choose another name.',
    'The page routine/system is there already: choose another name.',
    'The page routine/adminInfo is there already: choose another name.',
    'Name the section in small letters with hyphens, such as service-ticket.',
    'The address of its page, routine/ticketTicketTicketTicketTicketTicketEnd, has 47 characters; 41 are the most.',
    undefined,
  ]);
});

it('writes imports of what is there', () => {
  const files = newSectionFiles({ name: 'service-ticket', english: 'Service ticket', chinese: '服务单', hasWindow: true });
  const missing = Object.values(files).flatMap((text) =>
    [...text.matchAll(IMPORTED)].flatMap(([, names = '', specifier = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => !new RegExp(`^export (?:const|function|interface|type|class) ${name}\\b`, 'mu').test(sourceOf(specifier)))
        .map((name) => `${name} of ${specifier}`),
    ),
  );
  expect(missing).toEqual([]);
});

/** `npm run new:section` in a copy of this project, and then its checks, which take minutes: they are left to the long run. */
describe.runIf(effort(false, true)).each([[['service-ticket', '--window']], [['service-ticket']]])('a section begun with %j', (given) => {
  let copy = '';
  const run = (command: string, ...args: readonly string[]) =>
    spawnSync(join(ROOT, 'node_modules', '.bin', command), args, {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', TEST_EFFORT: 'short' },
    });

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'troupe-section-'));
    const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' });
    for (const file of tracked.split('\0').filter((name) => name !== '')) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      cpSync(join(ROOT, file), join(copy, file));
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    execFileSync(process.execPath, ['scripts/new-section.ts', ...given], { cwd: copy });
  }, MINUTE_MS);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.each(CHECKS)('$says', { timeout: 10 * MINUTE_MS }, ({ command: [command, ...args] }) => {
    const { status, stdout, stderr } = run(command, ...args);
    expect({ status, said: status === 0 ? '' : `${stdout}${stderr}`.slice(-4000) }).toEqual({ status: 0, said: '' });
  });
});
