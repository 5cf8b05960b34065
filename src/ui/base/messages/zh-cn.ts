import common from '#locales/zh-cn/common';
import errors from '#locales/zh-cn/errors';
import validation from '#locales/zh-cn/validation';

/** What every page of this language needs, as one file instead of three requests. */
export const baseMessages = { common, errors, validation };
