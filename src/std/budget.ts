/** What one evaluation may use. */
export interface BudgetLimits {
  /** Pieces of work: nodes of an expression, rows of a list. */
  readonly steps: number;
  /** UTF-16 code units of one text that it makes. */
  readonly text: number;
  /** UTF-16 code units of all texts that it makes, those in between included. */
  readonly texts: number;
}

/** Ends an evaluation that would use more than its budget; `of` is the limit that it met. */
export class BudgetSpent extends Error {
  readonly of: keyof BudgetLimits;
  constructor(of: keyof BudgetLimits) {
    super(`The evaluation would go beyond its limit of ${of}.`);
    this.of = of;
  }
}

/**
 * The budget of what people write and the server evaluates in its own process. An evaluator spends before it works, so
 * that nothing large is made only to be thrown away.
 */
export interface Budget {
  /** Spends pieces of work. Throws a `BudgetSpent`. */
  work(steps: number): void;
  /** Spends a text that is about to be made, by its length. Throws a `BudgetSpent`. */
  text(length: number): void;
}

/** A budget of which nothing is spent. */
export function budgetOf(limits: BudgetLimits): Budget {
  let [steps, texts] = [0, 0];
  return {
    work(count) {
      steps += count;
      if (steps > limits.steps) throw new BudgetSpent('steps');
    },
    text(length) {
      if (length > limits.text) throw new BudgetSpent('text');
      texts += length;
      if (texts > limits.texts) throw new BudgetSpent('texts');
    },
  };
}
