import { describe, expect, it } from 'vitest';
import { readHelpBooks } from '#server/features/help/help-books';

const file = (slug: string, audience: string) => ({
  slug,
  text: `---\ntitle: ${slug}\nasks:\n - a\n - b\n - c\n - d\n - e\nroute: /\naudience: ${audience}\n---\nText.`,
});

describe('the articles of the help', () => {
  it('are the same ones in each language', () => {
    expect(() =>
      readHelpBooks((language) => (language === 'en' ? [file('one', 'admin'), file('two', 'admin')] : [file('one', 'admin')])),
    ).toThrow('The help article two is missing in a language');
  });

  it('are for the same readers in each language', () => {
    expect(() => readHelpBooks((language) => [file('one', language === 'en' ? 'admin' : 'visitor')])).toThrow(
      'The help article one is about different pages, or for different readers, in its languages',
    );
  });
});
