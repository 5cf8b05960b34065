import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RELEASE_FILES, releaseName } from './release/release-files.ts';
import { trimPackages } from './release/trim-packages.ts';

/**
 * `npm run release`: makes `release/troupe-<version>-<system>.tar.gz` of the build that is there, with the packages that run and Node.js
 * itself, so that it starts on a machine without any registry; beside it the list of its parts (CycloneDX) and its digest.
 */
const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const name = releaseName(version);
const place = join(root, 'release');
const folder = join(place, name);
const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, [...args], { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] });

if (!existsSync(join(root, 'dist/index.html')) || !existsSync(join(root, 'dist-server')))
  throw new Error('There is no build. Run first: npm run build');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const path of RELEASE_FILES)
  if (existsSync(join(root, path)))
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (from) => !/\.test\.tsx?$/u.test(from) });
writeFileSync(join(folder, 'VERSION'), `${version}\n`);

process.stdout.write('Packages …\n');
run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder);
trimPackages(folder);
writeFileSync(join(folder, 'sbom.cdx.json'), run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], folder));
chmodSync(join(folder, 'deploy/bin/troupe'), 0o755);

process.stdout.write('Archive …\n');
const archive = `${folder}.tar.gz`;
run('tar', ['--owner=0', '--group=0', '-czf', archive, basename(folder)], dirname(folder));
const digest = createHash('sha256').update(readFileSync(archive)).digest('hex');
writeFileSync(`${archive}.sha256`, `${digest}  ${basename(archive)}\n`);
cpSync(join(folder, 'sbom.cdx.json'), `${folder}.sbom.cdx.json`);
rmSync(folder, { recursive: true });
process.stdout.write(`${archive}\n${Math.round(statSync(archive).size / 1024 / 1024)} MB, sha256 ${digest}\n`);
