import type { Field, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMemo } from 'react'
import type { ResourceView } from '../../../resource/view.ts'
import { useSheet } from './workspace-context.ts'

interface SheetLine {
  id: string
  /** Null of a new line: it is its id. */
  lineId: string | null
  description: string
  libraryMachineId: string | null
}

interface ChosenFrom {
  field: Field
  view: ResourceView
}

/** The first line of what a line is, or that it was removed. @param line its `lineId` */
export function nameOfLine(lines: readonly SheetLine[], line: string): string {
  const found = lines.find(({ id, lineId }) => (lineId ?? id) === line)
  return found?.description.split('\n', 1)[0] ?? t('estimator.lineRemoved')
}

/** A list whose entries may name a line, with the machines of the sheet to choose from; any other as it is. @param value the stored entries */
export function useCriteriaLines({ name }: Resource, list: Field, value: unknown): ChosenFrom {
  const lines: readonly SheetLine[] = useSheet(({ sheet }) => sheet.items)
  return useMemo(() => {
    const part = name === 'projectCommissioning' ? list.parts?.line : undefined
    if (part === undefined) return { field: list, view: {} }
    const machines = lines.filter(({ libraryMachineId }) => libraryMachineId !== null)
    const choices = [...new Set([...machines.map(({ id, lineId }) => lineId ?? id), ...linesIn(value)])]
    return {
      field: { ...list, parts: { ...list.parts, line: { ...part, kind: 'choice', choices } } },
      view: { words: Object.fromEntries(choices.map((line) => [line, nameOfLine(lines, line)])) },
    }
  }, [name, list, lines, value])
}

/** Those that were removed since are named too. */
function linesIn(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap(({ line }: { line?: unknown }) => (typeof line === 'string' ? [line] : []))
}
