import common from '#locales/en/common';
import errors from '#locales/en/errors';
import validation from '#locales/en/validation';

/** What every page of this language needs, as one file instead of three requests. */
export const baseMessages = { common, errors, validation };
