import type { DisclosureRef } from '#machines/base/disclosure.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { HelpDrawer } from '../../kit/help/HelpDrawer.tsx';

/** The help of the member centre. */
export const MemberHelp = ({ drawer }: { readonly drawer: DisclosureRef }) => (
  <AdminProvider>
    <HelpDrawer drawer={drawer} area="member" />
  </AdminProvider>
);
