import { PRIVATE_MASK } from '../../base/closed-directory.ts';
import { type Env, readEnv } from '../env.ts';
import { createLogger, type Logger } from '../../base/logger.ts';

export interface ToolContext {
  readonly env: Env;
  readonly logger: Logger;
  /** What stands after the tool's name. */
  readonly args: readonly string[];
  readonly now: Date;
  readonly say: (text: string) => void;
}

/** Runs a tool of the command line: what it says goes to the output, warnings and what went wrong to the error output, with exit code 1. */
export async function runTool(tool: (context: ToolContext) => Promise<void>): Promise<void> {
  process.umask(PRIVATE_MASK);
  try {
    const env = readEnv(process.env);
    const logger = createLogger({ level: 'warn', now: () => new Date(), write: (line) => process.stderr.write(`${line}\n`) });
    await tool({ env, logger, args: process.argv.slice(2), now: new Date(), say: (text) => process.stdout.write(`${text}\n`) });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
