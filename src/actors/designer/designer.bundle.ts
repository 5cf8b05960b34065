import type { DesignerBundle } from './designer-logics.ts';
import type { DesignerPorts } from './section-designer.actors.ts';

/** Whoever imports this lists the files of nothing that it brings: first pages know of it, and are small. */
export async function designerBundle(ports: DesignerPorts): Promise<DesignerBundle> {
  const { designerLogics } = await import('./designer-logics.ts');
  return designerLogics(ports);
}
