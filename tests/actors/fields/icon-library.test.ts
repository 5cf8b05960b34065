import { describe, expect, it } from 'vitest';
import { drawIcon, listIcons } from '#actors/fields/icon-library';
import { sheetIcons } from '#actors/fields/sheet-icons';
import { iconNameOf, LOCAL_ICONS } from '#domain/base/icon';

const online = () => true;
const draw = (name: string) => drawIcon(iconNameOf(name)!);
const outlines = async (name: string) => (await draw(name))?.outlines ?? null;

describe('the libraries', () => {
  it('list each drawing once, under its shortest name, found by all of its names', async () => {
    const awesome = await listIcons('awesome', online);
    expect(awesome.length).toBeGreaterThan(1300);
    expect(new Set(awesome.map(({ name }) => name)).size).toBe(awesome.length);
    expect(awesome.find(({ words }) => words.includes('truck medical'))).toEqual({
      name: 'fa fa-ambulance',
      words: ['ambulance', 'truck medical'],
    });
    const elementPlus = await listIcons('elementPlus', online);
    expect(elementPlus.length).toBeGreaterThan(280);
    expect(elementPlus).toContainEqual({ name: 'el-icon-UserFilled', words: ['user filled'] });
    expect((await listIcons('local', online)).map(({ name }) => name)).toEqual(LOCAL_ICONS.map((shape) => `local-${shape}`));
  });

  it.each(['awesome', 'elementPlus'] as const)('draw everything that %s lists', async (library) => {
    const drawings = await Promise.all((await listIcons(library, online)).map(({ name }) => draw(name)));
    expect(drawings.filter((drawing) => drawing === null)).toEqual([]);
  });

  it('know the names of the older edition, and nothing that is none', async () => {
    expect(await outlines('fa fa-user-circle-o')).toEqual(await outlines('fa fa-circle-user'));
    expect(await outlines('fa fa-picture-o')).toEqual(await outlines('fa fa-image'));
    expect(await outlines('fa fa-zzz')).toBeNull();
    expect(await outlines('fa fa-constructor')).toBeNull();
    expect(await outlines('el-icon-Nothing')).toBeNull();
    expect(await outlines('local-home')).toBeNull();
  });
});

const rule = (selectorText: string) => ({ selectorText }) as unknown as CSSRule;

describe('the sheet of an icon font', () => {
  it('names its icons, each once; what cannot be read has none', () => {
    const readable = {
      cssRules: [rule('.icon-cart::before'), rule('.icon-a-1:before, .icon-b::before'), rule('.icon-cart:before'), rule('.x')],
    };
    const closed = {
      get cssRules(): CSSRuleList {
        throw new DOMException('another origin', 'SecurityError');
      },
    };
    expect(sheetIcons([readable, closed] as unknown as CSSStyleSheet[])).toEqual(['cart', 'a-1', 'b']);
  });
});
