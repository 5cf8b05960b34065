import { useSelector } from '@xstate/react';
import { AppLink } from '#ui/base/AppLink.tsx';
import { member } from './member.resource.ts';
import { moneyLog } from '#sections/money-log/money-log.resource.ts';
import { scoreLog } from '#sections/score-log/score-log.resource.ts';
import { actionsOn, nodePath } from '#domain/rights/permission';
import { pagePathOf, type Resource } from '#domain/table/resource';
import { findRow } from '#domain/table/row';
import { permissionFacts, selectStart } from '#machines/shell/admin-shell.machine';
import { selectRows } from '#machines/table/collection.selectors';
import { text } from '#ui/base/i18n.ts';
import type { DetailsProps } from '#ui/kit/table/base/table-extras.ts';
import { RecordFacts } from '#ui/kit/cells/RecordFacts.tsx';
import { useShell } from '#ui/base/shell-context.ts';
import { titleOf } from '#ui/kit/table/base/table-shape.ts';
import { PersonErasure } from '#ui/admin/session/account/PersonErasure.tsx';
import { MemberFactor } from './MemberFactor.tsx';
import classes from './members.module.css';

const SHOWN = ['groupId', 'money', 'score', 'mobile', 'email', 'lastLoginTime', 'motto'] as const;

/** One member with their balances, the ways to their ledgers and a lost second factor, each for whoever may go there. */
export function MemberDetails({ id, collection }: DetailsProps) {
  const row = findRow(useSelector(collection, selectRows), id);
  const { nodes } = useSelector(useShell(), permissionFacts, (a, b) => a.nodes === b.nodes);
  const mayResetFactor = actionsOn(nodes, nodePath('admin', pagePathOf(member))).includes('resetTwoFactor');
  const isSuper = useSelector(useShell(), (snapshot) => selectStart(snapshot)?.admin.super === true);
  if (!row) return null;
  return (
    <>
      <RecordFacts resource={member} record={row} fields={SHOWN} />
      <p className={classes.ways}>
        <LedgerLink ledger={moneyLog} memberId={id} kind="money" />
        <LedgerLink ledger={scoreLog} memberId={id} kind="score" />
      </p>
      {mayResetFactor && <MemberFactor id={id} name={titleOf(member, row)} />}
      {isSuper && <PersonErasure section="member" id={id} list={collection} isErased={row['username'] === `deleted-${id}`} />}
    </>
  );
}

interface LedgerLinkProps {
  readonly ledger: Resource;
  readonly memberId: number;
  readonly kind: 'money' | 'score';
}

/** To the ledger, which then shows this member alone. */
function LedgerLink({ ledger, memberId, kind }: LedgerLinkProps) {
  const { nodes } = useSelector(useShell(), permissionFacts, (a, b) => a.nodes === b.nodes);
  const path = nodePath('admin', pagePathOf(ledger));
  const actions = actionsOn(nodes, path);
  if (!actions.includes('index')) return null;
  const does = actions.includes('add') ? 'adjust' : 'ledger';
  return (
    <AppLink to={`${path}?user_id=${memberId}`} className={classes.way}>
      {text(`resources.member.${does}.${kind}`)}
    </AppLink>
  );
}
