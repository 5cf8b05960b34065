import { fromPromise, type AnyActorRef } from 'xstate';
import type { Call } from '#api/client';
import { rehearseLife } from '#api/contract/life/life-rehearsal';
import { wireNameOf } from '#domain/fields/field';
import type { Drawing } from '#domain/designer/drawing/design-act';
import { subjectIn } from '#machines/designer/designer-context';
import { selectDrawing } from '#machines/designer/section-designer.selectors';
import { lifeRehearsalMachine } from '#machines/designer/life-rehearsal.machine';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';

/** States with another name in the drawing: the new one by the old one. */
function renamedStates({ design: { declaration }, renames }: Drawing): Readonly<Record<string, string>> {
  const { life, fields } = declaration;
  return (life && renames.options[wireNameOf(life.field, fields[life.field])]) ?? {};
}

/** The rehearsal of a life with its effects bound: it asks about what the designer that owns it has drawn at that moment. */
export const lifeRehearsalLogic = ({ call }: { readonly call: Call }): typeof lifeRehearsalMachine =>
  lifeRehearsalMachine.provide({
    actors: {
      rehearse: fromPromise(async ({ input: { owner }, signal }) => {
        const designer = (owner as AnyActorRef as SectionDesignerRef).getSnapshot();
        const drawing = selectDrawing(designer);
        const { life, ...declaration } = drawing.design.declaration;
        // Of a section of the program the server has the fields, and those of no kind that could be drawn too.
        const isLife = subjectIn(designer.context) === 'life';
        const wish = { resource: declaration.name, ...(!isLife && { declaration }), life, renames: renamedStates(drawing) };
        const { examples, ...told } = await call(rehearseLife, wish, { signal, quietErrors: true });
        return { ...told, examples: examples.map((one) => ({ ...one, reasons: one.reasons.map(({ message }) => message) })) };
      }),
    },
  });
