import type { GuessLimit } from '../../../base/limits.ts';

/** What strangers send to forms of modules: of one network and of all to one form, and how many records a form's section may have before it takes no more. */
export const MODULE_FORMS_PER_NETWORK: GuessLimit = { count: 10, windowSeconds: 3600, bucketSeconds: 60 };
export const MODULE_FORMS_A_DAY: GuessLimit = { count: 500, windowSeconds: 86_400, bucketSeconds: 3600 };
export const MODULE_FORM_RECORDS = 50_000;
/** Records that a page of a module lists, and those of one section that search engines are told of. */
export const MODULE_PAGE_RECORDS = 20;
export const MODULE_SITEMAP_RECORDS = 2000;
/** Records of another section by which a page of a module can be narrowed. */
export const MODULE_PAGE_CHOICES = 60;
/** Pictures of installed packages that are kept in memory, in bytes; and when a package that could not be unpacked for its pictures is tried again. */
export const MODULE_ASSET_BYTES = 16 * 1_048_576;
export const MODULE_UNPACK_AGAIN_SECONDS = 60;
