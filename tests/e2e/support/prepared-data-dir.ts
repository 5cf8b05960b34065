import { cpSync } from 'node:fs';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { newDataDir, removeDataDir, startServer } from './server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory after its first start, with the sample data; nobody serves it. */
    readonly preparedDataDir: string;
  }
}

/** Before all files of browser tests: makes once what each of them needs a copy of. @returns what removes it after the last */
export async function setup(project: TestProject): Promise<() => void> {
  const dataDir = newDataDir();
  const server = await startServer({ dataDir });
  await server.end('SIGTERM');
  project.provide('preparedDataDir', dataDir);
  return () => removeDataDir(dataDir);
}

/** A data directory of the caller's own, as a first start leaves it behind; far quicker than a first start. */
export function copyOfPreparedDataDir(): string {
  const dataDir = newDataDir();
  cpSync(inject('preparedDataDir'), dataDir, { recursive: true });
  return dataDir;
}
