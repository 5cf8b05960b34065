import { describe, expect, it } from 'vitest';
import { NO_RENAMES, PLAIN_SHAPE, type SectionDesign } from '#domain/designer/section-design';
import { becomingOf, unfitBecame } from '#domain/modules/became';

/** A section with one field of these options. */
const design = (options: readonly string[], more: object = {}): SectionDesign => ({
  declaration: {
    name: 'parcel',
    controller: 'lab.Parcel',
    table: 'lab_parcel',
    titleField: 'title',
    rowActions: ['edit'],
    defaultOrder: { field: 'id', direction: 'desc' },
    label: { en: 'Parcels', 'zh-cn': '包裹' },
    fields: {
      id: { kind: 'id' },
      title: { kind: 'string', maxLength: 50 },
      parcelState: { kind: 'select', column: 'state', options, initial: options[0] ?? '', ...more },
    },
  },
  shape: PLAIN_SHAPE,
});

describe('what options of versions before have become', () => {
  it.each([
    ['one that is there', { packed: 'sent' }, null],
    ['one that is not there', { packed: 'lost' }, 'packed'],
    ['another, and is still there itself', { packed: 'sent', open: 'sent' }, 'open'],
  ])('is %s', (_what, options, unfit) => {
    const found = unfitBecame(design(['open', 'sent']), { parcelState: options });
    expect(found).toEqual(unfit === null ? null : { field: 'parcelState', option: unfit });
  });

  it('is said of options alone, and of no list of them', () => {
    expect(unfitBecame(design(['sent']), { title: { packed: 'sent' } })).toEqual({ field: 'title', option: 'packed' });
    expect(unfitBecame(design(['sent']), { constructor: { packed: 'sent' } })).toEqual({ field: 'constructor', option: 'packed' });
    expect(unfitBecame(design(['sent'], { multiple: true }), { parcelState: { packed: 'sent' } })?.option).toBe('packed');
  });

  it('renames the first of several that become one, and leads the others into it', () => {
    const became = { parcelState: { packed: 'ready', weighed: 'ready', stamped: 'ready' } };
    expect(becomingOf(design(['packed', 'weighed', 'stamped', 'sent']), design(['ready', 'sent']), became)).toEqual({
      merges: [
        { column: 'state', from: 'weighed', to: 'packed' },
        { column: 'state', from: 'stamped', to: 'packed' },
      ],
      renames: { ...NO_RENAMES, options: { state: { packed: 'ready' } } },
    });
  });

  it('leads into one that was there before, and leaves alone what stays and what never was', () => {
    const became = { parcelState: { packed: 'sent', lost: 'sent' } };
    const merges = [{ column: 'state', from: 'packed', to: 'sent' }];
    expect(becomingOf(design(['packed', 'sent']), design(['sent']), became)).toEqual({ merges, renames: NO_RENAMES });
    expect(becomingOf(design(['packed', 'sent']), design(['packed', 'sent']), became)).toEqual({ merges: [], renames: NO_RENAMES });
  });
});
