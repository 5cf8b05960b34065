import type { DesignerBundle, DesignerLogicsPorts } from './designer-logics.ts';

/** Whoever imports this lists the files of nothing that it brings: first pages know of it, and are small. */
export async function designerBundle(ports: DesignerLogicsPorts): Promise<DesignerBundle> {
  const { designerLogics } = await import('./designer-logics.ts');
  return designerLogics(ports);
}
