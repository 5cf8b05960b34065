import { useSelector } from '@xstate/react';
import { hrefOf } from '#domain/base/addresses/address';
import { withRequestsIn } from '#domain/table/record-address';
import { selectTabsRef } from '#machines/shell/admin-shell.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { selectActiveTab } from '#machines/shell/tabs.machine';
import { useApp } from '../../base/app-context.ts';
import { useShell } from '../../base/shell-context.ts';
import { RequestsDialog } from './RequestsDialog.tsx';

interface RecordRequestsProps {
  readonly id: number;
  /** The list that it is over. */
  readonly collection: CollectionRef;
}

/** What was asked of a second person for one record, over its list, for as long as the address names it. */
export function RecordRequests({ id, collection }: RecordRequestsProps) {
  const { navigation } = useApp();
  const tabs = useSelector(useShell(), selectTabsRef);
  const resource = useSelector(collection, ({ context }) => context.resource);
  const close = () => {
    // A row says what waits of it, which may have been settled here.
    collection.send({ type: 'collection.refreshed' });
    const tab = tabs && selectActiveTab(tabs.getSnapshot());
    if (!tab) return;
    const to = hrefOf({ path: tab.path, search: withRequestsIn(tab.search, null) });
    navigation.send({ type: 'navigation.requested', to, mode: 'replace' });
  };
  return <RequestsDialog record={{ resource, id }} onClose={close} />;
}
