import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { perform } from '#domain/designer/drawing/design-acts';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { NO_RENAMES } from '#domain/designer/section-design';
import { PlaceValue } from '#ui/admin/designer/review/PlaceValue.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';

it('tells what a field is in the words of the page', async () => {
  await startKitMessages('en');
  await loadMessages(['designer']);
  const before = { design: blankDesign('ticket'), renames: NO_RENAMES };
  const added = perform(before, { type: 'field.added', piece: 'integer', at: 1 }, {});
  const after = perform(added, { type: 'field.changed', key: 'integer', name: 'search', value: 'range' }, {});
  renderInApp(<PlaceValue place="fields.integer" drawing={after} other={before} />);
  const words = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(words).toContainEqual(['Kind', 'Whole number']);
  expect(words).toContainEqual(['Filter', 'Range']);
});
