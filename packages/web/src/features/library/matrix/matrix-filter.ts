import { type CompatibilityResult, compatibilityResults, packagingFamilies } from '@packhouse/contract'
import { plainText } from '../../../lib/format/plain-text.ts'
import { ANSWER, answers, factsOf } from './cell-code.ts'
import type { MatrixData, PackagingFamily } from './matrix-data.ts'

/** What is shown of the matrix. Empty texts are no filter. */
export interface MatrixFilter {
  search: string
  family: PackagingFamily | ''
  typeId: string
  answer: CompatibilityResult | ''
  stale: boolean
  live: boolean
}

export const everything: MatrixFilter = { search: '', family: '', typeId: '', answer: '', stale: false, live: false }

/** Machines and styles by their places in the data. */
export interface Shown {
  machines: number[]
  styles: number[]
}

/**
 * The machines and styles that a filter leaves. Words are looked for in styles and in machines: where both have them, either
 * side shows those with them; where one side has none, all of that side are shown. A filter by cells leaves the rows and
 * columns that have such a cell.
 */
export function applyFilter(data: MatrixData, filter: MatrixFilter): Shown {
  const words = plainText(filter.search).split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => text.includes(word))
  const machines = placesOf(data.machines, ({ typeId }) => filter.typeId === '' || typeId === filter.typeId)
  const styles = placesOf(data.styles, ({ family }) => filter.family === '' || family === filter.family)
  const foundMachines = machines.filter((place) => has(machineText(data, place)))
  const foundStyles = styles.filter((place) => has(styleText(data, place)))
  if (foundMachines.length === 0 && foundStyles.length === 0) return { machines: [], styles: [] }
  const shown = {
    machines: foundMachines.length > 0 ? foundMachines : machines,
    styles: foundStyles.length > 0 ? foundStyles : styles,
  }
  return isByCell(filter) ? withCells(data, shown, cellTest(filter)) : shown
}

/** Whether the filter asks for cells, so that those that do not fit are drawn faintly. */
export function isByCell({ answer, stale, live }: MatrixFilter): boolean {
  return answer !== '' || stale || live
}

/** Whether a cell is what the filter asks for. */
export function cellTest({ answer, stale, live }: MatrixFilter): (code: number) => boolean {
  return (code) => {
    const facts = factsOf(code)
    return (answer === '' || facts.answer === answer) && (!stale || facts.stale) && (!live || facts.live)
  }
}

function withCells(data: MatrixData, { machines, styles }: Shown, test: (code: number) => boolean): Shown {
  const passes = Uint8Array.from({ length: 1 << 9 }, (_, code) => Number(test(code)))
  const styleHas = new Uint8Array(data.styles.length)
  const machinesLeft = machines.filter((machine) => {
    let found = 0
    for (const style of styles) {
      const hit = passes[data.codes[machine]?.[style] ?? 0] ?? 0
      found |= hit
      styleHas[style] = (styleHas[style] ?? 0) | hit
    }
    return found !== 0
  })
  return { machines: machinesLeft, styles: styles.filter((style) => styleHas[style] !== 0) }
}

export type AnswerCounts = Record<CompatibilityResult, number>

/** How many of the shown pairs have each answer. */
export function countAnswers(data: MatrixData, { machines, styles }: Shown): AnswerCounts {
  const counts = new Uint32Array(ANSWER + 1)
  for (const machine of machines) {
    const codes = data.codes[machine]
    for (const style of styles) {
      const answer = (codes?.[style] ?? 0) & ANSWER
      counts[answer] = (counts[answer] ?? 0) + 1
    }
  }
  return Object.fromEntries(compatibilityResults.map((one) => [one, counts[answers.indexOf(one)] ?? 0])) as AnswerCounts
}

function machineText({ machines }: MatrixData, place: number): string {
  const { model = '', name = '', typeName = '' } = machines[place] ?? {}
  return plainText(`${model} ${name} ${typeName}`)
}

function styleText({ styles }: MatrixData, place: number): string {
  const { code = '', name = '', standardRef } = styles[place] ?? {}
  return plainText(`${code} ${name} ${standardRef ?? ''}`)
}

function placesOf<Item>(items: readonly Item[], test: (item: Item) => boolean): number[] {
  return items.flatMap((item, place) => (test(item) ? [place] : []))
}

export const isFamily = (text: string): text is PackagingFamily => packagingFamilies.some((family) => family === text)
export const isAnswer = (text: string): text is CompatibilityResult =>
  compatibilityResults.some((answer) => answer === text)

/** How many filters are on. */
export function countFilters(filter: MatrixFilter): number {
  return Object.values(filter).filter((value) => value !== '' && value !== false).length
}
