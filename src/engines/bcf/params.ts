import type { XmlNode } from './xml.ts';

/** A topic of a BCF file, as engines read and write it: one JSON text in each line of a file. */
export interface BcfTopic {
  /** Lower case. */
  readonly guid: string;
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly priority?: string | undefined;
  readonly labels: readonly string[];
  /** Dates are ISO 8601; authors are e-mails or names. */
  readonly creationDate: string;
  readonly creationAuthor: string;
  readonly modifiedDate?: string | undefined;
  readonly modifiedAuthor?: string | undefined;
  readonly dueDate?: string | undefined;
  readonly assignedTo?: string | undefined;
  readonly stage?: string | undefined;
  readonly description?: string | undefined;
  readonly comments: readonly BcfComment[];
  readonly viewpoints: readonly BcfViewpoint[];
  /** Names of the model files that it is about. */
  readonly modelNames: readonly string[];
  readonly documents: readonly BcfDocument[];
  readonly kept: BcfKept;
  /** What its viewpoints and its snippet name: pictures that are drawn into views, and the snippet itself. */
  readonly files: readonly BcfFile[];
}

export interface BcfFile {
  /** As the elements name it; within the topic's folder. */
  readonly name: string;
  readonly path: string;
}

/** What of a topic has no member of its own: it is written back as it was. */
export interface BcfKept {
  /** Attributes of the topic besides those above. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Elements of the topic besides those above, in the form of version 3.0. */
  readonly nodes: readonly XmlNode[];
  /** The `File`s of its header. */
  readonly files: readonly XmlNode[];
}

export interface BcfComment {
  readonly guid: string;
  readonly date: string;
  readonly author: string;
  readonly text: string;
  /** Guid of a viewpoint. */
  readonly viewpoint?: string | undefined;
}

export interface BcfViewpoint {
  readonly guid: string;
  /** VisualizationInfo, in the form of version 3.0. */
  readonly node: XmlNode;
  /** Path of its picture, PNG or JPEG. */
  readonly snapshot?: string | undefined;
  /** What a picture is drawn of where there is none. */
  readonly scene?: BcfScene | undefined;
}

/** A model with the elements that stand out in it. */
export interface BcfScene {
  readonly modelId: string;
  /** Ids of elements as the geometry has them: `0x…`. */
  readonly selected: readonly string[];
}

export interface BcfDocument {
  readonly guid: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** Path of the file. */
  readonly path: string;
}

/**
 * The engine `bcfReader`: the topics of a BCF file of version 2.0, 2.1 or 3.0. Codes of its failures: `NotABcfFile`,
 * `BcfTooLarge`, `BcfVersion`.
 */
export interface BcfReaderParams {
  readonly input: string;
  /** Where the topics are written to. */
  readonly output: string;
  /** An empty folder for pictures and documents; their names are made here. */
  readonly folder: string;
  /** Most bytes of all entries, inflated. */
  readonly inflated: number;
  readonly topics: number;
}

export interface BcfReaderResult {
  readonly version: string;
  readonly topics: number;
  /** Why something was left out, for people. */
  readonly faults: readonly string[];
}

/** The engine `bcfWriter`: a BCF file of topics. Code of its failures: `BcfTooLarge`. */
export interface BcfWriterParams {
  /** A topic in each line. */
  readonly input: string;
  readonly output: string;
  readonly projectId: string;
  readonly projectName: string;
  /** Absent: 3.0. */
  readonly version?: '2.1' | '3.0';
  /** Most bytes of the file. */
  readonly bytes: number;
  /** Files of the geometry by model, for pictures; no picture is drawn of others. */
  readonly geometry?: Readonly<Record<string, readonly string[]>>;
}

export interface BcfWriterResult {
  readonly size: number;
}
