import { common, createLowlight } from 'lowlight';
import { createElement, useMemo, type ReactNode } from 'react';

const lowlight = createLowlight(common);
type Tree = ReturnType<typeof lowlight.highlight>;
/** What is longer stays plain: to tell its words apart would hold up the page. */
const MOST = 20_000;

/** Words of a program told apart: elements with classes of ours alone, and text. */
export function ColouredCode({ source, language }: { readonly source: string; readonly language: string }) {
  const tree = useMemo(() => read(source, language), [source, language]);
  return tree ? tree.children.map((node, index) => drawn(node, String(index))) : source;
}

function read(source: string, language: string): Tree | null {
  if (source.length > MOST || !lowlight.registered(language)) return null;
  return lowlight.highlight(language, source);
}

function drawn(node: Tree['children'][number], key: string): ReactNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const { className } = node.properties;
  const classes = Array.isArray(className) ? className.filter((name) => /^(?:hljs-[a-z_-]+|[a-z]+_)$/u.test(name)) : [];
  return createElement(
    'span',
    { key, className: classes.join(' ') },
    node.children.map((child, index) => drawn(child, `${key}.${index}`)),
  );
}
