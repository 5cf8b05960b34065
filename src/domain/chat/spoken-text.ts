import type { Language } from '../base/language.ts';
import { withoutMarks } from './plain-words.ts';

/** Most of one utterance: browsers end longer ones before they are said. */
const UTTERANCE_LENGTH = 200;

const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gmu;
const FORMULA = /\$\$[\s\S]+?\$\$|\\\[[\s\S]+?\\\]|\\\([^\n]+?\\\)/gu;

const ADDRESS = /<?https?:\/\/[^\s)>]+>?/gu;

/** The words of a Markdown text: without its marks, without addresses, and without code and formulae in blocks, which nobody follows by ear. */
const wordsOf = (markdown: string): string =>
  withoutMarks(markdown.replaceAll(FENCED, '\n').replaceAll(FORMULA, '\n')).replaceAll(ADDRESS, '');

/** A longer sentence is cut where it has a break, else anywhere. */
const BREAKS = /[\s\S]{1,200}(?=[\s,，、：:]|$)|[\s\S]{1,200}/gu;
/** Cut behind what ends a sentence. */
const SENTENCES = /[^。！？!?；;\n]+(?:[。！？!?；;]+|\n|$)|[^\n]/gu;

/** What is said of an answer, in pieces that any browser says to their end; none where it is code alone. */
export function spokenPieces(markdown: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  const end = (): void => {
    if (piece.trim() !== '') pieces.push(piece.trim());
    piece = '';
  };
  for (const line of wordsOf(markdown).split('\n')) {
    // English ends a sentence with what also stands in numbers.
    const sentences = line.replaceAll(/([.])(\s)/gu, '$1\n$2').match(SENTENCES) ?? [];
    for (const sentence of sentences.flatMap((one) => one.match(BREAKS) ?? [])) {
      if (piece.length + sentence.length > UTTERANCE_LENGTH) end();
      piece += sentence.replace('\n', '');
    }
    // A line is a breath.
    end();
  }
  return pieces.filter((one) => /[\p{L}\p{N}]/u.test(one));
}

/** Letters of a text by which its language is told. */
const SCRIPTS = [
  ['ja', /[\u3040-\u30ff]/gu],
  ['ko', /[\uac00-\ud7af]/gu],
  ['zh', /\p{Script=Han}/gu],
] as const;
/** A letter of these says about as much as so many of Latin ones. */
const DENSITY = 3;

/** In which language a text is said, as BCP 47 has it. @param page of its reader, for letters that many languages share */
export function spokenLanguage(markdown: string, page: Language): string {
  const words = wordsOf(markdown);
  const latin = words.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const count = (letters: RegExp): number => (words.match(letters)?.length ?? 0) * DENSITY;
  const [kana, hangul, han] = SCRIPTS.map(([, letters]) => count(letters)) as [number, number, number];
  if (kana > 0 && kana + han > latin) return 'ja';
  if (hangul > latin) return 'ko';
  if (han > latin || (latin === 0 && page === 'zh-cn')) return 'zh';
  return 'en';
}

/** What the page needs of a voice. */
export interface SpokenVoice {
  /** BCP 47; some systems write an underscore. */
  readonly lang: string;
  /** Said by the device itself: nothing of the text leaves it. */
  readonly localService: boolean;
  readonly default: boolean;
}

const tagOf = ({ lang }: SpokenVoice): string => lang.replaceAll('_', '-').toLowerCase();

/** The best of voices that speak a language on the device itself; null where none does. */
export function voiceFor<Voice extends SpokenVoice>(voices: readonly Voice[], language: string): Voice | null {
  const able = voices.filter((voice) => voice.localService && tagOf(voice).split('-')[0] === language);
  const usual = language === 'zh' ? able.filter((voice) => /-(?:cn|hans)\b/u.test(tagOf(voice))) : able;
  return usual.find((voice) => voice.default) ?? usual[0] ?? able[0] ?? null;
}
