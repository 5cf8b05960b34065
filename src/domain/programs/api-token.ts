import { pagePathOf, type Resource } from '../table/resource.ts';

/** What every token of a program begins with, so that whoever finds one knows what it is. */
export const API_TOKEN_PREFIX = 'trp_';
/** How long one may be good, and how many one administrator may have. */
export const API_TOKEN_DAYS = 366;
export const API_TOKENS_OF_AN_ADMIN = 50;

/**
 * Sections that decide who may what, hold what opens the program, or say what is kept and watched: people write them by hand, and no
 * program reads what opens doors.
 */
const CLOSED: ReadonlySet<string> = new Set([
  'apiToken',
  'chatModel',
  'outboxMessage',
  'webhook',
  'webhookDelivery',
  'terminalRun',
  'signInProvider',
  'signInGroup',
]);
const BY_HAND: ReadonlySet<string> = new Set([
  'admin',
  'adminGroup',
  'adminRule',
  'memberGroup',
  'memberRule',
  'dataRecycle',
  'dataRecycleLog',
  'sensitiveData',
  'sensitiveDataLog',
  'adminLog',
  'securityLog',
  'changeSet',
]);

/** Whether a program may make a call of the section at all; what its token grants is another question. */
export const isForPrograms = ({ name }: Pick<Resource, 'name'>, isReading: boolean): boolean =>
  !CLOSED.has(name) && (isReading || !BY_HAND.has(name));

/** The right that a call of a section asks for, as it is stored. */
export const nodeOfCall = (resource: Pick<Resource, 'controller'>, action: string): string =>
  `${pagePathOf(resource)}/${action}`.toLowerCase();
