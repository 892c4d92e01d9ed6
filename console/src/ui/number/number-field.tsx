import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { hasDecimalComma, type NumberRules, numberText, readNumber, type Typed } from './number-text.ts';

interface Props
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max' | 'step'>,
    NumberRules {
  /** A number; empty, where there is none. A text is what was typed and handed to `onFault`. */
  readonly value?: number | string | undefined;
  /** Digits behind the point of a value that was not typed here. */
  readonly decimals?: number | undefined;
  /** How far the arrow keys go; without one they do nothing. */
  readonly step?: number | undefined;
  readonly onChange?: (value: number | '') => void;
  /** Takes the text that is no number; else the last number stays, and a form with the field is not sent. */
  readonly onFault?: (text: string) => void;
}

const decimalComma = hasDecimalComma(navigator.language);

/** The one field for numbers: its text is the person's until they leave it, and only a number that they meant is passed on. */
export function NumberField(props: Props) {
  const { value, min, max, whole, maxDecimals, unit, decimals, step, onChange, onFault, ...input } = props;
  const typed = useTypedNumber(props);
  return (
    <TextInput
      autoComplete="off"
      inputMode={whole ? 'numeric' : 'decimal'}
      {...(unit ? { rightSection: <Unit text={unit} />, rightSectionWidth: `calc(${unit.length}ch + 1rem)` } : {})}
      {...input}
      ref={typed.ref}
      value={typed.text}
      error={typed.fault ?? input.error}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onKeyDown={(event) => {
        typed.step(event);
        input.onKeyDown?.(event);
      }}
      onBlur={(event) => {
        typed.leave();
        input.onBlur?.(event);
      }}
      onInvalid={typed.leave}
    />
  );
}

const Unit = ({ text }: { readonly text: string }) => (
  <Text span size="sm" c="dimmed" style={{ pointerEvents: 'none', whiteSpace: 'nowrap' }}>
    {text}
  </Text>
);

/** The text of a field beside the number that it means. */
function useTypedNumber(props: Props) {
  const { value = '', decimals, onChange, onFault, required } = props;
  const [text, setText] = useState(() => numberText(value, decimals));
  const [wasLeft, setLeft] = useState(false);
  const [shown, setShown] = useState(value);
  const passedOn = useRef<number | string>(value);
  const ref = useRef<HTMLInputElement>(null);
  if (!Object.is(shown, value)) {
    setShown(value);
    if (!Object.is(passedOn.current, value)) setText(numberText(value, decimals));
    passedOn.current = value;
  }
  const read = (what: string): Typed =>
    what.trim() === '' && required ? { fault: 'Write a number.' } : readNumber(what, decimalComma, props);
  const now = read(text);
  const isUntouched = typeof value === 'number' && text === numberText(value, decimals);
  const fault = 'fault' in now && !isUntouched ? now.fault : undefined;
  useEffect(() => ref.current?.setCustomValidity(fault ?? ''), [fault]);
  const passOn = (next: number | '') => {
    if (Object.is(passedOn.current, next)) return;
    passedOn.current = next;
    onChange?.(next);
  };
  return {
    ref,
    text,
    fault: wasLeft ? fault : undefined,
    type(next: string) {
      setText(next);
      const typed = read(next);
      if ('value' in typed) return passOn(typed.value);
      if (!onFault) return;
      passedOn.current = next;
      onFault(next);
    },
    /** Shows the number as it was understood. */
    leave() {
      setLeft(true);
      if ('value' in now && !isUntouched) setText(numberText(now.value, decimals));
    },
    step(event: KeyboardEvent<HTMLInputElement>) {
      const next = stepped(event.key, props);
      if (next === undefined) return;
      event.preventDefault();
      setText(numberText(next, decimals));
      passOn(next);
    },
  };
}

/** Where an arrow key leads, within the bounds. */
function stepped(key: string, { value, step, min, max, readOnly }: Props): number | undefined {
  const sign = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
  if (sign === 0 || step === undefined || readOnly) return undefined;
  const next = Number(((typeof value === 'number' ? value : 0) + sign * step).toPrecision(12));
  return Math.min(max ?? next, Math.max(min ?? next, next));
}
