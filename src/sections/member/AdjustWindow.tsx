import { useSelector } from '@xstate/react';
import { moneyLog } from '#sections/money-log/money-log.resource.ts';
import { scoreLog } from '#sections/score-log/score-log.resource.ts';
import { isFormDirty } from '#actors/table/form-dirty';
import { initialValueOf, isInForm, relationKey } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import type { RowWindowProps } from '#ui/kit/table/base/table-extras.ts';
import { newKey } from '#ui/base/new-key.ts';
import { LedgerFields } from '#ui/admin/members/LedgerFields.tsx';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';
import { RecordForm } from '#ui/kit/form/RecordForm.tsx';
import { useWindowActor } from '#ui/kit/table/base/use-window-actor.ts';

interface AdjustWindowProps extends RowWindowProps {
  readonly ledger: Resource;
}

const emptyRecord = ({ fields }: Resource) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isInForm(field))
      .map(([key, field]) => [key, initialValueOf(field)]),
  );

/** The member of the row as the entry will name them; several may have one nickname. */
const entryOf = (row: ListRow) => {
  const names = [row['nickname'], row['username']].map(scalarText).filter((name) => name !== '');
  return { userId: row.id, [relationKey('userId')]: { nickname: names.join(' · ') } };
};

/** An entry of a ledger for the member of the row, who is named already. It is found as it was left when another page was looked at. */
function AdjustWindow({ row, actor, ledger }: AdjustWindowProps) {
  const { windowForm } = useBundle('rowWindows');
  const input = { owner: actor, resource: ledger.name, initial: { ...emptyRecord(ledger), ...entryOf(row) }, key: newKey() };
  const window = useWindowActor(actor, windowForm, { id: `windowForm:${ledger.name}`, input, isUnsaved: isFormDirty });
  const form = useSelector(window, (snapshot) => snapshot.children.recordForm);
  return form ? <RecordForm form={form} resource={ledger} Fields={LedgerFields} /> : null;
}

export const AdjustMoneyWindow = (props: RowWindowProps) => <AdjustWindow {...props} ledger={moneyLog} />;
export const AdjustScoreWindow = (props: RowWindowProps) => <AdjustWindow {...props} ledger={scoreLog} />;
