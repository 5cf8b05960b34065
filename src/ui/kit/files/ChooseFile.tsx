import { FileButton } from '@mantine/core';
import { useRef, type ReactNode } from 'react';

interface ChooseFileProps {
  readonly accept: string;
  readonly onFile: (file: File) => void;
  /** What opens the browser's window. */
  readonly children: (open: { readonly onClick: () => void }) => ReactNode;
}

/** One file at a time. The browser tells of no file that it has told of already, so it is made to forget each: one that was refused is mended and chosen again. */
export function ChooseFile({ accept, onFile, children }: ChooseFileProps) {
  const forget = useRef<() => void>(null);
  return (
    <FileButton
      accept={accept}
      resetRef={forget}
      onChange={(file) => {
        forget.current?.();
        if (file) onFile(file);
      }}
    >
      {children}
    </FileButton>
  );
}
