import * as katex from 'katex';
import { createElement, useMemo, type ReactNode } from 'react';

/** What the writer of formulae makes, before it is any text. */
interface MathNode {
  readonly type?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly children?: readonly MathNode[];
  readonly text?: string;
  /** A space: its character, else its width. */
  readonly character?: string | null;
  readonly width?: number;
}

const { __renderToDomTree: treeOf } = katex as unknown as {
  readonly __renderToDomTree: (source: string, options: katex.KatexOptions) => MathNode;
};

/** The elements that a formula can become; there are no others. The source that stands beside them is left out. */
const TAGS: ReadonlySet<string> = new Set(
  'math,semantics,mrow,mi,mn,mo,ms,mtext,mspace,msup,msub,msubsup,mfrac,msqrt,mroot,mover,munder,munderover,mtable,mtr,mtd,mlabeledtr,mpadded,mphantom,menclose,mstyle,merror,mmultiscripts,mprescripts'.split(
    ',',
  ),
);
const ATTRIBUTES: ReadonlySet<string> = new Set(
  'display,displaystyle,scriptlevel,mathvariant,mathcolor,stretchy,fence,separator,largeop,movablelimits,form,symmetric,lspace,rspace,minsize,maxsize,width,height,depth,voffset,linethickness,accent,accentunder,columnalign,rowspacing,columnspacing,columnlines,rowlines,notation,side,linebreak'.split(
    ',',
  ),
);
const VALUE = /^[\w #.%+-]{0,60}$/u;

/** Most that is read as one; a formula of people is a tenth of it. */
const MOST = 2000;

/** A formula as MathML, which browsers draw by themselves; what is none is its source. */
export function FormulaTree({ source, isBlock }: { readonly source: string; readonly isBlock: boolean }) {
  const tree = useMemo(() => read(source, isBlock), [source, isBlock]);
  return tree ? drawn(tree, 'f') : <code>{source}</code>;
}

function read(source: string, displayMode: boolean): MathNode | null {
  if (source.length > MOST) return null;
  try {
    return treeOf(source, {
      displayMode,
      output: 'mathml',
      trust: false,
      strict: 'ignore',
      maxExpand: 500,
      maxSize: 20,
      throwOnError: true,
    });
  } catch {
    return null;
  }
}

function drawn(node: MathNode, key: string): ReactNode {
  const inside = (): ReactNode[] => (node.children ?? []).map((child, index) => drawn(child, `${key}.${index}`));
  if (typeof node.text === 'string') return node.text;
  if (node.character !== undefined) {
    if (node.character !== null) return createElement('mtext', { key }, node.character);
    return createElement('mspace', { key, width: `${Number(node.width)}em` });
  }
  // What stands around a formula has no type.
  if (node.type === undefined) return inside();
  if (!TAGS.has(node.type)) return null;
  const given = Object.entries(node.attributes ?? {}).filter(
    ([name, value]) => ATTRIBUTES.has(name) && (typeof value === 'number' || (typeof value === 'string' && VALUE.test(value))),
  );
  return createElement(node.type, { key, ...Object.fromEntries(given) }, ...inside());
}
