/** What an endpoint says to tools that its shapes do not. */
export interface ToolHints {
  /** This GET changes what people see: tools ask before they call it, as before a POST. */
  readonly writes?: true;
  /** It may put jobs into the queue; the answer names them in `TwinPlatform-Job`. */
  readonly beginsJobs?: true;
  /** The member of the answer that is a list, where the shapes do not say so; `.`: the body is it. */
  readonly items?: string;
}
