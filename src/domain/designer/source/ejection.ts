import { createTwoFilesPatch } from 'diff';
import type { SourceFile } from './files-of.ts';
import { mergeLines, mergeWords } from './merge-texts.ts';
import { wordsText, type SectionWords } from './section-words.ts';

/** What becomes of one file of the folder. */
export interface FileFate extends SourceFile {
  /**
   * `new`: it is not there. `same`: it says this already. `written`: nobody has touched it since it was written last. `merged`: what somebody
   * changed by hand stays in it. `conflict`: `text` is what stands there, and `patch` is what the design wants of it.
   */
  readonly fate: 'new' | 'same' | 'written' | 'merged' | 'conflict';
  /** A unified difference to what stands there; empty where there is none. With a conflict it begins with the last text that was printed. */
  readonly patch: string;
}

/** A folder before it is written. */
export interface StandingFolder {
  /** Texts in the section's folder, by their paths. */
  readonly texts: Readonly<Record<string, string>>;
  /** What the printer made of the design that the folder came from. */
  readonly base: readonly SourceFile[];
  /** Whether a file is as it was written last. */
  readonly isUntouched: (path: string, text: string) => boolean;
}

/** A unified difference of two texts of one file; empty where they are alike. */
export const textDifference = (path: string, from: string, to: string): string =>
  from === to ? '' : createTwoFilesPatch(`a/${path}`, `b/${path}`, from, to, undefined, undefined, { context: 3 });

function merged(path: string, base: string, ours: string, theirs: string): string | null {
  if (!path.endsWith('.json')) return mergeLines(base, ours, theirs);
  const [from, standing, wanted] = [base, ours, theirs].map((text) => JSON.parse(text) as SectionWords) as [
    SectionWords,
    SectionWords,
    SectionWords,
  ];
  const words = mergeWords(from, standing, wanted);
  return words && wordsText(words);
}

/**
 * What writing these files into a folder does to each: what was changed by hand is merged, and never overwritten.
 * @throws SyntaxError where a message file in the folder is no JSON
 */
export function fatesOf(files: readonly SourceFile[], { texts, base, isUntouched }: StandingFolder): readonly FileFate[] {
  return files.map(({ path, text }): FileFate => {
    const ours = texts[path];
    if (ours === undefined) return { path, text, fate: 'new', patch: textDifference(path, '', text) };
    if (ours === text) return { path, text, fate: 'same', patch: '' };
    if (isUntouched(path, ours)) return { path, text, fate: 'written', patch: textDifference(path, ours, text) };
    const before = base.find((file) => file.path === path)?.text ?? '';
    const both = merged(path, before === '' && path.endsWith('.json') ? '{}' : before, ours, text);
    if (both === null) return { path, text: ours, fate: 'conflict', patch: textDifference(path, before, text) };
    return { path, text: both, fate: both === ours ? 'same' : 'merged', patch: textDifference(path, ours, both) };
  });
}
