import type { Row } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { createRunLog, type LoggedEvent, type LoggedRun, type RunLog } from '../../runs/run-log.ts';
import type { ChatEventKind } from './draft.ts';

export type ChatRun = Row<'chat_run'> & LoggedRun;
export type AnswerLogEvent = LoggedEvent<ChatEventKind>;
export type AnswerLog = RunLog<ChatRun, ChatEventKind>;

/** @param owner the server's own name, new with each start */
export const createAnswerLog = (ports: Pick<ServerPorts, 'database' | 'clock'>, owner: string): AnswerLog =>
  createRunLog<ChatRun, ChatEventKind>(ports, owner, { run: 'chat_run', event: 'chat_event' });
