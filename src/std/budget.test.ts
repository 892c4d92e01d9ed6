import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BudgetSpent, budgetOf } from './budget.ts';

const spent = (of: string) => (error: unknown) => error instanceof BudgetSpent && error.of === of;

describe('a budget', () => {
  it('ends the work that goes beyond its steps, and all after it', () => {
    const budget = budgetOf({ steps: 3, text: 1, texts: 1 });
    budget.work(3);
    assert.throws(() => budget.work(1), spent('steps'));
    assert.throws(() => budget.work(1), spent('steps'));
  });

  it('refuses one text that is too long, and goes on with shorter ones', () => {
    const budget = budgetOf({ steps: 1, text: 4, texts: 8 });
    assert.throws(() => budget.text(5), spent('text'));
    budget.text(4);
    budget.text(4);
    assert.throws(() => budget.text(1), spent('texts'));
  });
});
