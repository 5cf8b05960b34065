import type { Nodes, Table } from 'mdast';
import { Fragment, type ReactNode } from 'react';
import { isLinkAddress } from '#domain/base/addresses/link';

/** A link as its page draws it. @param href judged already */
export type DrawLink = (href: string, children: ReactNode, key: string) => ReactNode;

/** @param language as its writer names it; '' for none */
export type DrawCode = (source: string, language: string, key: string) => ReactNode;
export type DrawFormula = (source: string, isBlock: boolean, key: string) => ReactNode;

export interface DrawOptions {
  readonly link: DrawLink;
  /** The level of the highest heading; those below follow. */
  readonly firstHeading: 2 | 3 | 4;
  /** Whether a picture is of a store of our own; any other is a link. */
  readonly isOwnPicture: (address: string) => boolean;
  /** Pictures that came with the text: the address that holds one, by the address that the text names. */
  readonly pictures?: Readonly<Record<string, string>> | undefined;
  /** Code in a block of its own; left out, it is plain. */
  readonly code?: DrawCode | undefined;
  /** A formula; left out, it is its source. */
  readonly formula?: DrawFormula | undefined;
}

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** The elements that a text can become; there are no others, and none has an attribute but those given here. */
export function drawNode(node: Nodes, key: string, options: DrawOptions): ReactNode {
  const inside = (): ReactNode =>
    'children' in node ? node.children.map((child, index) => drawNode(child, `${key}.${index}`, options)) : null;
  switch (node.type) {
    case 'root':
      return <Fragment key={key}>{inside()}</Fragment>;
    case 'paragraph':
      return <p key={key}>{inside()}</p>;
    case 'heading': {
      const Heading = HEADINGS[Math.min(options.firstHeading - 2 + node.depth - 1, HEADINGS.length - 1)] ?? 'h6';
      return <Heading key={key}>{inside()}</Heading>;
    }
    case 'text':
    // What looks like HTML is text: nothing of it ever becomes an element.
    case 'html':
      return <Fragment key={key}>{node.value}</Fragment>;
    case 'emphasis':
      return <em key={key}>{inside()}</em>;
    case 'strong':
      return <strong key={key}>{inside()}</strong>;
    case 'delete':
      return <del key={key}>{inside()}</del>;
    case 'inlineCode':
      return <code key={key}>{node.value}</code>;
    case 'math':
    case 'inlineMath':
      return options.formula?.(node.value, node.type === 'math', key) ?? <code key={key}>{node.value}</code>;
    case 'code':
      if (options.code) return options.code(node.value, node.lang ?? '', key);
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is wider than the page is moved by keys
        <pre key={key} tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      );
    case 'break':
      return <br key={key} />;
    case 'thematicBreak':
      return <hr key={key} />;
    case 'blockquote':
      return <blockquote key={key}>{inside()}</blockquote>;
    case 'list':
      return node.ordered === true ? (
        <ol key={key} start={node.start ?? 1}>
          {inside()}
        </ol>
      ) : (
        <ul key={key}>{inside()}</ul>
      );
    case 'listItem':
      return (
        <li key={key}>
          {typeof node.checked === 'boolean' && (node.checked ? '☑ ' : '☐ ')}
          {/* Points that stand close together are lines and no paragraphs. */}
          {node.spread === true
            ? inside()
            : node.children.map((child, index) =>
                child.type === 'paragraph' ? (
                  <Fragment key={`${key}.${index}`}>
                    {child.children.map((part, place) => drawNode(part, `${key}.${index}.${place}`, options))}
                  </Fragment>
                ) : (
                  drawNode(child, `${key}.${index}`, options)
                ),
              )}
        </li>
      );
    case 'table':
      return drawTable(node, key, options);
    case 'link':
      return isLinkAddress(node.url) ? options.link(node.url, inside(), key) : <Fragment key={key}>{inside()}</Fragment>;
    case 'image': {
      const words = node.alt?.trim() || node.url;
      const own = options.pictures && Object.hasOwn(options.pictures, node.url) ? options.pictures[node.url] : undefined;
      if (own !== undefined) return <img key={key} src={own} alt={words} />;
      if (!isLinkAddress(node.url)) return <Fragment key={key}>{words}</Fragment>;
      return options.isOwnPicture(node.url) ? (
        <img key={key} src={node.url} alt={words} loading="lazy" />
      ) : (
        options.link(node.url, words, key)
      );
    }
    case 'footnoteReference':
      return <sup key={key}>{node.identifier}</sup>;
    case 'footnoteDefinition':
      return <aside key={key}>{inside()}</aside>;
    case 'linkReference':
      return <Fragment key={key}>{inside()}</Fragment>;
    case 'imageReference':
      return <Fragment key={key}>{node.alt}</Fragment>;
    // Rows and cells are drawn by their table.
    case 'tableRow':
    case 'tableCell':
    case 'definition':
    case 'yaml':
      return null;
    default:
      return node satisfies never;
  }
}

const drawTable = ({ children: [head, ...rows], align }: Table, key: string, options: DrawOptions): ReactNode => {
  const cells = (row: Table['children'][number], name: string, Cell: 'th' | 'td') =>
    row.children.map((cell, index) => (
      <Cell key={`${name}.${index}`} data-align={align?.[index] ?? undefined}>
        {cell.children.map((part, place) => drawNode(part, `${name}.${index}.${place}`, options))}
      </Cell>
    ));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as code: it may be wider than the page
    <div key={key} data-table="" tabIndex={0}>
      <table>
        {head && (
          <thead>
            <tr>{cells(head, `${key}.head`, 'th')}</tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${key}.${index}`}>{cells(row, `${key}.${index}`, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
