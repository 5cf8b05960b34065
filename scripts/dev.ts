import { spawn } from 'node:child_process';
import { WATCHED } from './build/dev-addresses.ts';

/**
 * `npm run dev`: the server, restarted when its sources change, and Vite with hot reload in front of it (http://localhost:5173). Public pages are built anew at each change; the server notices
 * it within seconds. */
const start = (args: readonly string[]) => spawn(process.execPath, args, { stdio: 'inherit' });
const children = [
  start([...WATCHED.map((path) => `--watch-path=${path}`), 'server/main.ts']),
  start(['scripts/watch-documents.ts']),
  start(['node_modules/vite/bin/vite.js']),
];

const stop = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
