import type { ProposedAction } from '#domain/chat/answer';
import { hasCall, pagePathOf, type ResourceCall } from '#domain/table/resource';
import type { AdminCaller } from '../../../base/caller.ts';
import type { Row } from '../../../db/tables/tables.ts';
import { may } from '../../../resources/access/permissions.ts';
import type { ResourceEngine } from '../../../resources/define-resource.ts';
import { mayPress } from '../../../resources/life/told-offers.ts';

/** Sections whose writes decide who may what, hold keys, say what is kept, watched and not said, book sums or take traces away: people write them in their own forms. */
const BY_HAND: ReadonlySet<string> = new Set([
  'admin',
  'adminGroup',
  'adminRule',
  'apiToken',
  'webhook',
  'member',
  'memberGroup',
  'memberRule',
  'chatModel',
  'chatQuota',
  'chatWord',
  'dataRecycle',
  'dataRecycleLog',
  'sensitiveData',
  'sensitiveDataLog',
  'adminLog',
  'securityLog',
  'signInProvider',
  'signInGroup',
  'moneyLog',
  'scoreLog',
]);
const CALLS = { add: 'add', edit: 'save', del: 'remove' } as const satisfies Partial<Record<ProposedAction, ResourceCall>>;
const WRITES = ['add', 'edit', 'del'] as const;

/** What a model may propose for this section and administrator; nothing where the section has calls of its own in these places. */
export const proposableActions = (engine: ResourceEngine, caller: AdminCaller): readonly (keyof typeof CALLS)[] =>
  isByHand(engine)
    ? []
    : WRITES.filter(
        (action) => hasCall(engine.resource, CALLS[action]) && may(caller, `${pagePathOf(engine.resource)}/${action}`.toLowerCase()),
      );

const isByHand = ({ resource, endpoints }: ResourceEngine): boolean => BY_HAND.has(resource.name) || Object.keys(endpoints).length > 0;

/**
 * Which events of a record's life a model may propose. What another person has to approve is asked for by hand: a proposal that was approved
 * would still not be done.
 */
export function eventsOf(engine: ResourceEngine, caller: AdminCaller): readonly string[] {
  const { life } = engine.resource;
  if (!life || isByHand(engine)) return [];
  return Object.entries(life.events)
    .filter(([name, { second }]) => second === undefined && mayPress(engine.context, life, caller, name))
    .map(([name]) => name);
}

/** Whether its administrator still has the right to what was proposed. */
export const mayDo = (
  engine: ResourceEngine,
  { action, step }: Pick<Row<'chat_proposal'>, 'action' | 'step'>,
  caller: AdminCaller,
): boolean => (step ? eventsOf(engine, caller).includes(step.event) : proposableActions(engine, caller).some((one) => one === action));
