import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditReport, graveAdvisories, type LicensedPackage, unfreePackages } from './supply/policy.ts';

/**
 * `npm run supply`: asks the registry for advisories about the packages that run, and reads the licence of each. Exit code 1 where one is grave or
 * not free, and is not accepted with a reason in `scripts/supply/accepted.json`; 2 where the registry cannot be asked.
 */
const root = join(import.meta.dirname, '..');
const accepted = JSON.parse(readFileSync(join(import.meta.dirname, 'supply/accepted.json'), 'utf8')) as {
  readonly advisories: Parameters<typeof graveAdvisories>[1];
  readonly licences: Parameters<typeof unfreePackages>[1];
};
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean; readonly license?: string }>>;
};
const licenceIn = (path: string): string => {
  const file = join(root, path, 'package.json');
  if (!existsSync(file)) return '';
  const { license } = JSON.parse(readFileSync(file, 'utf8')) as { readonly license?: string | { readonly type?: string } };
  return typeof license === 'string' ? license : (license?.type ?? '');
};
const running: readonly LicensedPackage[] = Object.entries(lock.packages)
  .filter(([path, { dev }]) => path !== '' && dev !== true)
  .map(([path, { version = '', license }]) => ({
    name: `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`,
    licence: license ?? licenceIn(path),
  }));

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
let report: (AuditReport & { readonly auditReportVersion?: number }) | null = null;
try {
  report = JSON.parse(stdout) as AuditReport;
} catch {
  // Said below.
}
const isAnswered = report?.auditReportVersion !== undefined;
const unfree = unfreePackages(running, accepted.licences);
const grave = isAnswered && report ? graveAdvisories(report, accepted.advisories, new Date().toISOString().slice(0, 10)) : [];
for (const line of [...grave, ...unfree]) process.stdout.write(`${line}\n`);
process.stdout.write(
  `${running.length} packages: ${unfree.length} licences that are not free, ${isAnswered ? `${grave.length} grave advisories` : 'no answer about advisories from the registry'}.\n`,
);
process.exitCode = grave.length + unfree.length > 0 ? 1 : isAnswered ? 0 : 2;
