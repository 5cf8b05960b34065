import { use, useSyncExternalStore, type ReactNode } from 'react';
import { drawIcon, type IconDrawing } from '#actors/fields/icon-library';
import { hasSheetIcon, watchSheets } from '#actors/fields/sheet-icons';
import { iconNameOf } from '#domain/base/icon';

interface LazyMenuIconProps {
  /** As it is stored. */
  readonly name: string;
  readonly sizePx: number;
  /** Stands where the name leads to nothing. */
  readonly children?: ReactNode;
}

/** By stored names; a drawing that did not arrive is asked for again by the next who shows it. */
const drawings = new Map<string, Promise<IconDrawing | null>>();

function drawingOf(name: string): Promise<IconDrawing | null> {
  const known = drawings.get(name);
  if (known) return known;
  const iconName = iconNameOf(name);
  const drawing = (iconName ? drawIcon(iconName) : Promise.resolve(null)).catch(() => {
    drawings.delete(name);
    return null;
  });
  drawings.set(name, drawing);
  return drawing;
}

/** An icon of a library that the shell does not bring. It stands inside a `Suspense`. */
export function LazyMenuIcon(props: LazyMenuIconProps) {
  const name = iconNameOf(props.name);
  if (!name) return props.children;
  return name.library === 'iconfont' ? <FontIcon {...props} shape={name.shape} /> : <DrawnIcon {...props} />;
}

function DrawnIcon({ name, sizePx, children }: LazyMenuIconProps) {
  const drawing = use(drawingOf(name));
  if (!drawing) return children;
  return (
    <svg width={sizePx} height={sizePx} viewBox={`0 0 ${drawing.sizePx} ${drawing.sizePx}`} fill="currentColor" aria-hidden>
      {drawing.outlines.map((outline) => (
        <path key={outline} d={outline} />
      ))}
    </svg>
  );
}

/** A letter of an outside font, from the moment on that its sheet is there. */
function FontIcon({ name, shape, sizePx, children }: LazyMenuIconProps & { readonly shape: string }) {
  const isThere = useSyncExternalStore(watchSheets, () => hasSheetIcon(shape));
  if (!isThere) return children;
  return <span className={name} style={{ width: sizePx, fontSize: sizePx, lineHeight: 1, textAlign: 'center' }} aria-hidden />;
}
