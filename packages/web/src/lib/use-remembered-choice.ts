import { useState } from 'react'
import { useSearchChoice } from './use-search-choice.ts'

/**
 * A choice in the address, as `useSearchChoice` has it, which this browser also remembers: without a word in the address the last one
 * applies. A sign-out forgets it.
 */
export function useRememberedChoice<Value extends string>(
  name: string,
  storageKey: string,
  values: readonly Value[],
  fallback: Value,
): [Value, (value: Value) => void] {
  const [remembered] = useState(() => values.find((value) => value === localStorage.getItem(storageKey)) ?? fallback)
  const [choice, setChoice] = useSearchChoice(name, values, remembered)
  const choose = (value: Value) => {
    try {
      localStorage.setItem(storageKey, value)
    } catch {
      // A storage that is full: it applies to this page alone.
    }
    setChoice(value)
  }
  return [choice, choose]
}
