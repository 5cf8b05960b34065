import { spawnSync } from 'node:child_process';

/**
 * `npm run graphs [name …]`: says which machines no longer have the approved graph, and in what they differ.
 * `npm run graphs -- --approve [name …]` takes the graphs as they are now; whoever reviews the change reads the difference of the files.
 */
const wanted = process.argv.slice(2);
const names = wanted.filter((name) => name !== '--approve');
const pattern = `machine (?:${names.length === 0 ? '.*' : names.join('|')})\\b.*has the approved graph`;
const command = ['--no', 'vitest', 'run', 'tests/machines', '--project', 'node', '--reporter=dot', '--testNamePattern', pattern];
if (wanted.includes('--approve')) command.push('--update');
const { status } = spawnSync('npx', command, { stdio: 'inherit', shell: process.platform === 'win32' });
process.exit(status ?? 1);
