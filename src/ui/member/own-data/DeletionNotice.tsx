import { useSelector } from '@xstate/react';
import { use } from 'react';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { leaveFocus } from '../../kit/keep-focus.ts';
import { useMemberShell } from '../base/shell.ts';
import { KeepAccount } from './KeepAccount.tsx';
import classes from './own-data.module.css';

/** Above every page while the account is to end: whoever signs in is asked whether they want to keep it. */
export function DeletionNotice() {
  const { deletion: logic } = use(useBundle('member').ownData());
  const shell = useMemberShell();
  const deletion = useLeafActor(logic, { id: 'deletionNotice', input: { owner: shell } });
  const isPending = useSelector(deletion, (snapshot) => snapshot.hasTag('pending'));
  return (
    isPending && (
      <div ref={leaveFocus} className={classes.notice}>
        <KeepAccount deletion={deletion} />
      </div>
    )
  );
}
