import type { BcfKept } from '../../../engines/bcf/params.ts';
import type { XmlNode } from '../../../engines/bcf/xml.ts';

/** What of the topic that a form came from has no place in the form; it is written back with it. */
export interface KeptTopic {
  readonly kept: BcfKept;
  readonly creation: { readonly date: string; readonly author: string };
  readonly type: string;
  readonly viewpoints: readonly KeptViewpoint[];
  /** By the GUIDs of comments. */
  readonly comments: Readonly<Record<string, KeptComment>>;
  /** GUIDs of attachments by those of documents. */
  readonly documents: Readonly<Record<string, string>>;
  readonly files: readonly KeptFile[];
}

/** A file that the elements name; its blob goes with the form. */
export interface KeptFile {
  readonly name: string;
  readonly blobId: string;
}

export interface KeptViewpoint {
  readonly guid: string;
  readonly node: XmlNode;
  readonly savedViewId: string | null;
}

export interface KeptComment {
  /** Of the comment of the form. */
  readonly uid: string;
  readonly date: string;
  readonly author: string;
  readonly text: string;
  readonly viewpoint?: string | undefined;
}
