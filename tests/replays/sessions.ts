import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = import.meta.dirname;

/** A recorded session: what somebody did, and where it led every machine. */
export interface Session {
  /** What `npm run replays:renew` knows it by. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

export const readSessions = (): Session[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.jsonl'.length), path: join(FOLDER, file), text: readFileSync(join(FOLDER, file), 'utf8') }));
