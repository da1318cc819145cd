import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type AddressSearch, useSearchChange } from '../../../lib/address-search.ts'
import { isAnswer, isFamily, type MatrixFilter } from './matrix-filter.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the address says of the matrix that is shown. */
export interface MatrixAddress {
  filter: MatrixFilter
  /** The material that the matrix is read for; empty for all. */
  material: string
  /** The pair that a link leads to. */
  machineId: string
  styleId: string
  change: (part: Partial<MatrixFilter> & { material?: string }) => void
}

export function useMatrixAddress(): MatrixAddress {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const text = (name: string) => {
    const value = search[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const id = (name: string) => (UUID.test(text(name)) ? text(name) : '')
  const [family, answer, typeId] = [text('family'), text('answer'), id('type')]
  const [words, stale, live] = [text('q'), isOn(search.stale), isOn(search.live)]
  const filter = useMemo<MatrixFilter>(
    () => ({
      search: words,
      family: isFamily(family) ? family : '',
      typeId,
      answer: isAnswer(answer) ? answer : '',
      stale,
      live,
    }),
    [words, family, typeId, answer, stale, live],
  )
  return {
    filter,
    material: text('material').slice(0, 100),
    machineId: id('machine'),
    styleId: id('style'),
    change: (part) => {
      const next = (previous: AddressSearch) => ({ ...previous, ...toAddress(part) })
      changeSearch(next, { replace: true, resetScroll: false })
    },
  }
}

/** A filter that is off leaves no trace in the address. */
function toAddress(part: Partial<MatrixFilter> & { material?: string }): AddressSearch {
  const names: Readonly<Record<string, string>> = { search: 'q', typeId: 'type' }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [names[name] ?? name, value || undefined]))
}

function isOn(value: unknown): boolean {
  return value === true || value === 'true'
}
