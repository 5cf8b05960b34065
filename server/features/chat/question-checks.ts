import { rejection } from '#domain/base/failure';
import type { Issue } from '#domain/base/issue';
import { FieldsRefused } from '../../base/refusal.ts';
import { requireFit } from './attachments/question-files.ts';
import { type KnownOwner } from './base/owner.ts';
import type { Quotas } from './base/quotas.ts';
import type { ChatSettings } from './base/settings.ts';
import { isStored, type WantedAnswer } from './store-question.ts';
import type { Visitors } from './visitors.ts';
import type { SiteWords } from './words.ts';

/** By what a question is judged. */
export interface CheckedBy {
  readonly quotas: Quotas;
  readonly visitors: Pick<Visitors, 'hasRoom' | 'noteQuestion'>;
  readonly settings: () => Promise<ChatSettings>;
  readonly words: () => Promise<SiteWords>;
}

/** What is asked of a question before an answer to it begins. */
export function createQuestionChecks({ quotas, visitors, settings, words }: CheckedBy) {
  async function issueOf(text: string, owner: KnownOwner): Promise<Issue | null> {
    const limit = (await quotas.of(owner)).input_characters;
    if (text.trim() === '') return { key: 'refusals.chat.empty' };
    if (text.length > limit) return { key: 'refusals.chat.tooLong', params: { count: limit } };
    return (await words()).isRefused(text) ? { key: 'refusals.chat.wordRefused' } : null;
  }

  /** Judges a question whenever it is asked, however it came here. @throws at its field where it was just written, else as a refusal */
  async function requireWords(question: WantedAnswer['question'], owner: KnownOwner): Promise<void> {
    const issue = await issueOf(question.text, owner);
    if (issue) throw isStored(question) ? rejection(issue.key, issue.params) : new FieldsRefused({ text: issue });
  }

  /** The same for what the question is asked with. */
  async function requireFiles({ question, files, model }: Pick<WantedAnswer, 'question' | 'files' | 'model'>): Promise<void> {
    requireFit(files, question.text, model, isStored(question));
    const site = await words();
    if (!files.some(({ text }) => text !== null && site.isRefused(text))) return;
    const issue = { key: 'refusals.chat.wordRefused' };
    throw isStored(question) ? rejection(issue.key) : new FieldsRefused({ attachments: issue });
  }

  /** @throws at the captcha where a visitor has asked enough without one */
  async function requirePerson({ kind, id }: KnownOwner): Promise<void> {
    if (kind !== 'visitor') return;
    const { captchaAfter } = await settings();
    if (captchaAfter > 0 && !(await visitors.hasRoom(id, captchaAfter)))
      throw new FieldsRefused({ captchaInfo: { key: 'refusals.chat.captcha' } });
  }

  return { requireWords, requireFiles, requirePerson };
}
