import { publicHelp, staffHelp } from '#api/contract/help/help';
import { rejection } from '#domain/base/failure';
import type { Caller } from '../../base/caller.ts';
import { mount, mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { readHelpBooks } from './help-books.ts';
import { createHelp, type Help } from './help.service.ts';

/** Read once a process: the articles come with the program. */
let shipped: Help | null = null;
const shippedHelp = (): Help => (shipped ??= createHelp(readHelpBooks()));

/** The articles of the help. @returns who answers questions by them */
export function mountHelp({ table }: Pick<FeatureContext, 'table'>): Help {
  const help = shippedHelp();

  async function read(slug: string, caller: Caller) {
    const article = help.readArticle(slug, caller.client.language);
    if (!article || !help.isOpenTo(article, caller)) throw rejection('refusals.unknownArticle');
    const { title, route, audience, body } = article;
    return { slug, title, route, audience, body };
  }

  const contents = async (caller: Caller) => ({
    list: help.contents(caller.client.language, caller).map(({ slug, title, route, audience }) => ({ slug, title, route, audience })),
  });

  const search = async (question: string, caller: Caller) => ({
    list: help.search(question, caller.client.language, caller).map(({ slug, title, excerpt }) => ({ slug, title, excerpt })),
  });

  mountForAdmin(table, staffHelp.search, ({ question }, caller) => search(question, caller));
  mountForAdmin(table, staffHelp.read, ({ slug }, caller) => read(slug, caller));
  mountForAdmin(table, staffHelp.contents, (_input, caller) => contents(caller));
  mount(table, publicHelp.search, ({ question }, caller) => search(question, caller));
  mount(table, publicHelp.read, ({ slug }, caller) => read(slug, caller));
  mount(table, publicHelp.contents, (_input, caller) => contents(caller));
  return help;
}
