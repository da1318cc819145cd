import type { Item } from './project-sheet.ts'

/** Where a machine of a quote is configured again, with the answers and choices that it came with; undefined for other lines. */
export function configuratorAddress({
  id,
  projectId,
  libraryMachineId,
  configuratorQuery,
  configuration,
  quantity,
}: Item): string | undefined {
  if (libraryMachineId === null) return undefined
  const query = new URLSearchParams(configuratorQuery ?? '')
  if (!query.has('chosen') || query.get('machine') !== libraryMachineId) {
    query.set('chosen', configuration.map(({ optionId }) => optionId).join())
  }
  query.set('machine', libraryMachineId)
  if (/^[1-9]\d?$/.test(quantity)) query.set('machines', quantity)
  query.set('quote', projectId)
  query.set('line', id)
  return `/library/configurator?${query}`
}
