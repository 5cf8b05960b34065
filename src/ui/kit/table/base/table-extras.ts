import type { ComponentType, ReactNode } from 'react';
import type { Resource } from '#domain/table/resource';
import type { AnyRecord } from '#domain/fields/field';
import type { CollectionQuery, SearchCondition } from '#domain/table/resource-query';
import type { RelatedWish } from '#domain/table/related';
import type { ListRow } from '#domain/table/row';
import type { CollectionRef } from '#machines/table/collection.selectors';
import type { CellRender } from '../../cells/cell.ts';
import type { RecordFormRef } from '#machines/table/record-form.machine';
import type { RowWindowRef } from '#machines/table/row-window.machine';

export interface DetailsProps {
  readonly id: number;
  readonly collection: CollectionRef;
}

/** What stands in the question before deleting, and what an answer to it would mean. */
export interface DeletePreview {
  readonly notice: ReactNode;
  /** Nobody can agree to what is not known yet. */
  readonly isKnown: boolean;
  /** Other records need what would be deleted. */
  readonly isUsed: boolean;
  /** What becomes of records that name them. */
  readonly related?: RelatedWish | null;
}

export interface DeletePreviewProps {
  readonly resource: Resource;
  readonly ids: readonly number[];
  readonly children: (preview: DeletePreview) => ReactNode;
}

export interface RowWindowProps {
  readonly row: ListRow;
  readonly resource: Resource;
  /** It is told when the window is over. */
  readonly actor: RowWindowRef;
}

/** A button of each row that opens a window of the section's own. Its words are `resources.<resource>.windows.<name>` and `…Row`. */
export interface RowWindow {
  readonly name: string;
  /** null for one that opens from a cell. */
  readonly icon: null | 'coin' | 'star' | 'question' | 'player' | 'eye' | 'key';
  /** Whoever lacks this node does not see the button. */
  readonly node: string;
  readonly Window: ComponentType<RowWindowProps>;
  /** It stands beside its row and goes with it; others stay as long as they are wanted. */
  readonly isBesideRow?: true;
}

export interface ListProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

export interface FormFieldsProps {
  readonly form: RecordFormRef;
  readonly resource: Resource;
}

export interface FormStepsProps extends FormFieldsProps {
  /** The right to save was taken away while the form was open. */
  readonly isForbidden: boolean;
}

export interface FrameProps extends ListProps {
  readonly children: ReactNode;
}

/** What deleting is called where it is no mere deleting. */
export interface DeleteWords {
  readonly button: string;
  readonly title: string;
  readonly accept: string;
}

/** What a section adds to its table where the declaration cannot say it. */
export interface TableExtras {
  /** Under a record's files in full size, and what `hasView` shows. */
  readonly Details?: ComponentType<DetailsProps>;
  /** Each row has a button that shows its details. */
  readonly hasView?: true;
  /** Buttons of each row beside the declared ones, as far as the person may press them. */
  readonly windows?: readonly RowWindow[];
  /** The section's own look of its rows in the place of table and cards; it has rows whenever it is drawn. */
  readonly List?: ComponentType<ListProps>;
  /** A condition's value as people say it, where the declaration does not tell. */
  readonly wordsOf?: (condition: SearchCondition) => string | undefined;
  /** Cells of single fields, where the kind of a field does not say how it is to look. */
  readonly cells?: Readonly<Record<string, CellRender>>;
  /** Stands behind what a record is called, and is no part of the way into it. */
  readonly besideTitle?: CellRender;
  /** @param count records that would go */
  readonly deleteWords?: (count: number) => DeleteWords;
  /** Around the question before deleting. */
  readonly DeletePreview?: ComponentType<DeletePreviewProps>;
}

/** What a section's `.windows.tsx` exports: what it shows that its declaration cannot say. */
export interface SectionBundle extends TableExtras {
  /** Around all of the page: what its parts have in common. */
  readonly Frame?: ComponentType<FrameProps>;
  /** What a new record begins with, besides what the declaration says, where the list shows a part of all. */
  readonly newRecord?: (query: CollectionQuery) => AnyRecord;
  /** In the place of the form's fields, where they hang together as no declaration can say. */
  readonly Fields?: ComponentType<FormFieldsProps>;
  /**
   * A deed that is about the section as a whole: at the end of the line with the page's name, and on a phone, which shows none, among the
   * tools that come on request.
   */
  readonly Beside?: ComponentType<ListProps>;
  /** Words about the list as a whole, above its tools. */
  readonly Note?: ComponentType<ListProps>;
  /** At the head of the line of tools, so that a list begins no lower for what its section adds. */
  readonly Tools?: ComponentType<ListProps>;
}
