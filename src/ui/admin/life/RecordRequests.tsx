import { useSelector } from '@xstate/react';
import { hrefOf } from '#domain/base/addresses/address';
import { withRequestsIn } from '#domain/table/record-address';
import { selectTabsRef } from '#machines/shell/admin-shell.machine';
import { selectActiveTab } from '#machines/shell/tabs.machine';
import { useApp } from '../../base/app-context.ts';
import { useShell } from '../../base/shell-context.ts';
import { RequestsDialog } from './RequestsDialog.tsx';

/** What was asked of a second person for one record, over its list, for as long as the address names it. */
export function RecordRequests({ id, resource }: { readonly id: number; readonly resource: string }) {
  const { navigation } = useApp();
  const tabs = useSelector(useShell(), selectTabsRef);
  const close = () => {
    const tab = tabs && selectActiveTab(tabs.getSnapshot());
    if (!tab) return;
    const to = hrefOf({ path: tab.path, search: withRequestsIn(tab.search, null) });
    navigation.send({ type: 'navigation.requested', to, mode: 'replace' });
  };
  return <RequestsDialog record={{ resource, id }} onClose={close} />;
}
