import { useSearch } from '@tanstack/react-router'
import { textOf } from './answers.ts'

/** The quote that the configurator was opened for, and the line of it that is configured again; both as ids. */
export interface QuoteTarget {
  projectId: string
  lineId: string | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** @returns undefined where the configurator was opened by itself */
export function useQuoteTarget(): QuoteTarget | undefined {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [projectId, lineId] = [textOf(search.quote), textOf(search.line)]
  if (!UUID.test(projectId)) return undefined
  return { projectId, lineId: UUID.test(lineId) ? lineId : undefined }
}

/** The query of the address without the quote: what a line keeps of the configurator. */
export function queryOfLine(query: string): string {
  const parameters = new URLSearchParams(query)
  for (const name of ['quote', 'line']) parameters.delete(name)
  return parameters.toString().replaceAll('+', '%20').replaceAll('%2C', ',')
}
