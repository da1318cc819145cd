import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSearchChange } from './address-search.ts'

/**
 * A choice that is stored in the address, so that it survives a reload and can be sent to somebody. The fallback leaves no
 * trace there; anything the address says beside the known values is the fallback.
 */
export function useSearchChoice<Value extends string>(
  name: string,
  values: readonly Value[],
  fallback: Value,
): [Value, (value: Value) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const inAddress = values.find((value) => value === String(search[name])) ?? fallback
  // The control shows its new value at once; the address follows a moment later.
  const [choice, setChoice] = useState(inAddress)
  const [followed, setFollowed] = useState(inAddress)
  if (inAddress !== followed) {
    setFollowed(inAddress)
    setChoice(inAddress)
  }
  const choose = (value: Value) => {
    setChoice(value)
    const rest = { ...search, [name]: value === fallback ? undefined : value }
    changeSearch(rest, { replace: true, resetScroll: false })
  }
  return [choice, choose]
}
