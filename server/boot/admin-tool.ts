import { toolLine } from '../base/platform/tool-line.ts';
import type { Database } from '../db/base/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { assertStands } from './assert-stands.ts';
import { runTool, type ToolContext } from './run-tool.ts';

export interface AdminToolContext extends ToolContext {
  readonly database: Database;
  /** Of the administrator who is helped. */
  readonly username: string;
}

/**
 * Runs a tool that helps one administrator, who is named behind it. An embedded database must not be in use by a server; a PostgreSQL one
 * may be.
 */
export async function runAdminTool(command: string, tool: (context: AdminToolContext) => Promise<void>): Promise<void> {
  await runTool(async (context) => {
    const { args, env, logger } = context;
    const [username] = args;
    if (username === undefined || username.trim() === '' || args.length > 1) throw new Error(`Usage: ${toolLine(command, '<user name>')}`);
    assertStands(env);
    const database = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir, logger });
    try {
      await tool({ ...context, database, username: username.trim() });
    } finally {
      await database.close();
    }
  });
}

/** What is said of an account that stays shut although it was helped. */
export const STILL_OFF = 'The account is switched off: another administrator has to switch it on before it can sign in.';

/** What is said of passkeys that went with what was reset: nobody can tell which of them are a stranger's. */
export const passkeysGone = (count: number): string =>
  `${count === 1 ? 'Its passkey opens' : `Its ${count} passkeys open`} it no more; they can be added again.`;
