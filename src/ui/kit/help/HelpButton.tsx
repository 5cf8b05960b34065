import { disclosureMachine } from '#machines/base/disclosure.machine';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { HelpTool, type HelpToolProps } from './HelpTool.tsx';

/** Opens the article of the page that is shown. */
export function HelpButton({ Drawer }: Pick<HelpToolProps, 'Drawer'>) {
  const drawer = useLeafActor(disclosureMachine, { id: 'helpDrawer' });
  return <HelpTool drawer={drawer} Drawer={Drawer} />;
}
