import { folderNameOf } from '../../table/section-folder.ts';
import type { Resource } from '../../table/resource.ts';
import type { SectionDesign } from '../section-design.ts';
import { shapeOf } from '../table-shape.ts';
import { declarationText, exportNameOf, menuOf } from './declaration-text.ts';
import { lifeText } from './life-text.ts';
import { migrationText, nextStepName, tableStatements, type Steps } from './migration-text.ts';
import { ownTestText } from './own-test-text.ts';
import { sectionWords, wordsText, type SectionLanguage, type SectionWords } from './section-words.ts';

export interface SourceFile {
  /** In the section's folder. */
  readonly path: string;
  readonly text: string;
}

/** What the printer has to know of the source tree that it prints for. */
export interface SourceTree {
  /** Directories of the menu that are there, for a new section, which stands in one of them or brings its own. */
  readonly directories?: readonly string[];
  /** The table of another section, by the section's name. */
  tableOf(section: string): string | undefined;
  /** The message files that lie in the section's folder. */
  readonly words?: Readonly<Partial<Record<SectionLanguage, SectionWords>>>;
  /** The steps of its table that lie there. One that was released never changes. */
  readonly steps?: Steps;
  /** What leads the table from where these steps end to where the design wants it. */
  readonly change?: readonly string[];
  /** Where the program's own migrations make the table, the folder begins with its first change. */
  readonly isMadeElsewhere?: boolean;
}

/** What is printed is a constant with a place in the menu; the order of keys is that of the design. */
function placed(declaration: Resource, directories: SourceTree['directories']): Resource {
  if (declaration.menu) return declaration;
  const { name, controller, table, ...rest } = declaration;
  return { name, controller, table, menu: menuOf(declaration, directories), ...rest };
}

function stepsOf(design: SectionDesign, tree: SourceTree): Steps {
  const begun =
    tree.steps ?? (tree.isMadeElsewhere ? {} : { '0001-table': tableStatements(shapeOf(design, (section) => tree.tableOf(section))) });
  const { change = [] } = tree;
  return change.length === 0 ? begun : { ...begun, [nextStepName(begun, 'redesign')]: change };
}

/**
 * The folder of a section as somebody would have written it: its declaration, the steps of its table, its words in both languages, and a
 * test of its own, in the repository's format. Nothing outside the folder is needed.
 */
export function filesOf(design: SectionDesign, tree: SourceTree): readonly SourceFile[] {
  const declaration = placed(design.declaration, tree.directories);
  const { menu = menuOf(declaration, tree.directories) } = declaration;
  const folder = folderNameOf(declaration.name);
  const words = (language: SectionLanguage): SectionWords => sectionWords(declaration, menu, language, tree.words?.[language]);
  const steps = stepsOf(design, tree);
  const english = words('en')['label'];
  return [
    { path: `${folder}.resource.ts`, text: declarationText(declaration, typeof english === 'string' ? english : declaration.name) },
    ...(declaration.life ? [{ path: `${folder}.life.ts`, text: lifeText(declaration, declaration.life) }] : []),
    ...(Object.keys(steps).length > 0 ? [{ path: `${folder}.migration.ts`, text: migrationText(exportNameOf(declaration), steps) }] : []),
    { path: 'zh-cn.json', text: wordsText(words('zh-cn')) },
    { path: 'en.json', text: wordsText(words('en')) },
    { path: `${folder}.test.ts`, text: ownTestText(declaration, folder) },
  ];
}
