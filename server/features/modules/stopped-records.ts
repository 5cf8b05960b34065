import { FailureError, rejection } from '#domain/base/failure';
import { textIn } from '#domain/fields/kinds/base/declared';
import { wireNameOf } from '#domain/fields/field';
import type { SectionDesign } from '#domain/designer/section-design';
import type { Language, Messages } from '../../base/messages.ts';
import { fieldWords } from '../../resources/base/field-titles.ts';

interface Words {
  readonly messages: Messages;
  readonly language: Language;
  readonly version: string;
}

/** Records that are named at most; the sentence says how many there are. */
const NAMED = 5;

/**
 * Says which records keep a section from being brought to a version, and what to do with them: a module has no choices as a design has them.
 * @returns the refusal as it was, where it is another
 */
export function stoppedRecords(error: unknown, former: SectionDesign | null | undefined, design: SectionDesign, words: Words): unknown {
  if (!(error instanceof FailureError) || error.failure.kind !== 'rejected' || error.failure.message !== 'refusals.designer.stopped')
    return error;
  const { count = 0, subject = '', ids = '' } = error.failure.params ?? {};
  const { declaration } = design;
  const { messages, language, version } = words;
  const told = {
    count,
    version,
    section: textIn(declaration.label, language) ?? declaration.name,
    field: fieldWords(declaration, String(subject), { messages, language }),
    ids: String(ids).split(', ').slice(0, NAMED).join(', '),
  };
  const gone = goneOptions(former, design, String(subject), language);
  if (gone.length === 0) return rejection('refusals.modules.stopped', told);
  return rejection('refusals.modules.stoppedOptions', {
    ...told,
    values: new Intl.ListFormat(language, { style: 'narrow', type: 'conjunction' }).format(gone),
  });
}

/** Options that the version that is there has, and the other has not, as they are called. */
function goneOptions(
  former: SectionDesign | null | undefined,
  { declaration }: SectionDesign,
  column: string,
  language: Language,
): readonly string[] {
  const [key] = Object.entries(declaration.fields).find(([name, field]) => wireNameOf(name, field) === column) ?? [];
  const [before, now] = [former?.declaration.fields[key ?? ''], declaration.fields[key ?? '']];
  if (!before || !now || !('options' in before) || !('options' in now)) return [];
  const labels = 'optionLabels' in before ? before.optionLabels : undefined;
  const left: readonly string[] = now.options;
  return before.options.filter((one) => !left.includes(one)).map((one) => textIn(labels?.[one], language) ?? one);
}
