import type { DisclosureRef } from '#machines/base/disclosure.machine';
import { HelpDrawer } from '../../kit/help/HelpDrawer.tsx';

/** The help of the back office. */
export const AdminHelp = ({ drawer }: { readonly drawer: DisclosureRef }) => <HelpDrawer drawer={drawer} area="admin" />;
