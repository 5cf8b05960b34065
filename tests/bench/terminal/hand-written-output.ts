const LINE_PX = 20;
const OVERSCAN = 10;

/** The floor: what anybody would write for just these lines, without a library. It follows the end. */
export function handWrittenOutput(host: HTMLElement): { readonly append: (lines: readonly string[]) => void; readonly end: () => void } {
  const box = document.createElement('div');
  const sheet = document.createElement('div');
  box.style.cssText = 'height:420px;overflow:auto;font:12px/20px monospace';
  sheet.style.position = 'relative';
  box.append(sheet);
  host.append(box);
  const all: string[] = [];
  let isAsked = false;
  const draw = () => {
    isAsked = false;
    sheet.style.height = `${all.length * LINE_PX}px`;
    box.scrollTop = box.scrollHeight;
    const first = Math.max(0, Math.floor(box.scrollTop / LINE_PX) - OVERSCAN);
    const last = Math.min(all.length, Math.ceil((box.scrollTop + 420) / LINE_PX) + OVERSCAN);
    sheet.replaceChildren(
      ...all.slice(first, last).map((text, index) => {
        const line = document.createElement('div');
        line.style.cssText = `position:absolute;white-space:pre;transform:translateY(${(first + index) * LINE_PX}px)`;
        line.textContent = text;
        return line;
      }),
    );
  };
  return {
    append(lines) {
      for (const line of lines) all.push(line);
      if (!isAsked) requestAnimationFrame(draw);
      isAsked = true;
    },
    end: () => box.remove(),
  };
}
