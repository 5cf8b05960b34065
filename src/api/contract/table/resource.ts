import type { Language } from '#domain/base/language';
import type { Fields } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';

type KeyOf<F> = Extract<keyof F, string>;

/** Declares a shipped resource; `fields` keeps its exact types, and naming a field that is not there does not compile. */
export const defineResource = <const F extends Fields>(
  resource: Resource<F> & {
    readonly titleField: KeyOf<F>;
    readonly titleIn?: { readonly [L in Language]?: KeyOf<F> };
    readonly ledger?: { readonly change: KeyOf<F>; readonly before: KeyOf<F> };
    readonly defaultOrder: { readonly field: KeyOf<F>; readonly direction: 'asc' | 'desc' };
  },
): Resource<F> => resource;
