import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** So many machines have room beside each other. */
export const MOST_COMPARED = 5

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The ids of the machines that the address compares; empty unless there are at least two. */
export function useCompared(): readonly string[] {
  const { compare }: Record<string, unknown> = useSearch({ strict: false })
  return useMemo(() => readCompared(compare), [compare])
}

function readCompared(compare: unknown): readonly string[] {
  const ids = String(compare ?? '')
    .split(',')
    .filter((id) => UUID.test(id))
  const known = [...new Set(ids)].slice(0, MOST_COMPARED)
  return known.length < 2 ? [] : known
}
