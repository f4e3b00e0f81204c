/** What a page shows of its resource above the forms. A resource without a view of its own gets the general one. */
import type { Content } from './html.js';
import type { LocatedPageRequest } from './page-request.js';
import type { LinkOf } from './records/links.js';
import type { LabelOf } from './records/names.js';

export interface View {
  /** In place of the name of the page. */
  readonly heading?: string;
  /** Under the heading. */
  readonly summary?: Content;
  /** Links and buttons before those of the methods. */
  readonly actions?: Content;
  /** Entries of a menu after them. */
  readonly menu?: Content;
  readonly content?: Content;
  /** A style sheet for this page alone; the page's policy names its hash. */
  readonly sheet?: string;
}

export interface Viewed {
  readonly request: LocatedPageRequest;
  /** Whether the visitor may use a method of this path. */
  readonly mayUse: (method: string) => boolean;
  /** The representation, as the JSON answer has it. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly linkOf: LinkOf;
  readonly labelOf: LabelOf;
}

export type MakeView = (viewed: Viewed) => Promise<View>;

/** The views by the reverse names of their paths. */
export type Views = Readonly<Record<string, MakeView>>;
