/** Something that is marked in a picture. */
export interface Listed {
  readonly id: string;
  readonly colour: string;
  readonly title: string;
  /** What is told beside it. */
  readonly note: string;
  readonly struck?: boolean;
}
