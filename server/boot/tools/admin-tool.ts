import { toolLine } from '../../base/platform/tool-line.ts';
import type { Database } from '../../db/base/database.ts';
import { openDatabase } from '../../db/open-database.ts';
import type { Doors } from '../../features/session/base/void-doors.ts';
import { assertStands } from '../assert-stands.ts';
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

/** What is said of what went with what was reset: nobody can tell which passkeys and links are a stranger's. @returns a line for each kind */
export const doorsGone = ({ passkeys, links }: Doors): readonly string[] => [
  ...(passkeys > 0
    ? [`${passkeys === 1 ? 'Its passkey opens' : `Its ${passkeys} passkeys open`} it no more; they can be added again.`]
    : []),
  ...(links > 0
    ? [
        `${links === 1 ? 'The sign-in service linked with it opens' : `The ${links} sign-in services linked with it open`} it no more; they can be linked again.`,
      ]
    : []),
];

/** What is said of programs that a new password does not stop: only their owner can tell which are their own. */
export const programsGoOn = (count: number): string =>
  `${count === 1 ? 'One API token' : `${count} API tokens`} of the account ${count === 1 ? 'goes' : 'go'} on. If somebody else was in the account, delete under API tokens whatever its owner does not know.`;
