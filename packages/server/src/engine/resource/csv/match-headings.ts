import {
  fieldsByHeading,
  type ImportAdjustments,
  type ImportColumn,
  MAX_IMPORT_COLUMNS,
  plainWord,
  type Resource,
  tableColumns,
} from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { FaultList } from '../../fault-list.ts'
import type { ExtraColumns } from '../behaviour.ts'

export interface MatchedHeadings {
  /** The field of each column, in the order of the file; undefined where its cells are not read. */
  fields: (string | undefined)[]
  faults: FaultList
}

/**
 * Finds the field of every column: the one that was chosen for it, or else the one whose key or label is its heading, whatever the case
 * and punctuation. Labels are known in English and in the language of the reader.
 * @param extra columns that are no fields
 * @param chosen by whoever sends the file
 */
export function matchHeadings(
  headings: readonly string[],
  resource: Resource,
  extra: ExtraColumns | undefined,
  chosen: ImportAdjustments['columns'],
): MatchedHeadings {
  const words = fieldsByHeading(resource.fields, declared)
  const own = new Set(tableColumns(resource.fields))
  const isKnown = (name: string) => own.has(name) || extra?.has(name) === true
  const wanted = headings.map((heading, place) => {
    const choice = chosen[place]
    if (choice !== undefined) return choice
    return isKnown(heading) ? heading : words.get(plainWord(heading))
  })
  const faults = new FaultList()
  const taken = new Set<string>()
  const fields = wanted.map((name, place) => {
    if (name === null) return undefined
    const path = `lines.1.column${place + 1}`
    const heading = headings[place] ?? ''
    if (name === undefined || !isKnown(name)) {
      faults.add(path, { code: 'unknown', words: () => isNoColumn(resource, name ?? heading) })
      return undefined
    }
    if (taken.has(name)) {
      faults.add(path, {
        code: 'duplicate',
        words: () => t('server.columnThereTwice', { name: heading.slice(0, LONGEST_SHOWN) }),
      })
      return undefined
    }
    taken.add(name)
    return name
  })
  return { fields, faults }
}

function isNoColumn({ noun }: Resource, name: string): string {
  return t('server.isNoColumn', { name: name.slice(0, LONGEST_SHOWN), nouns: declared(noun[1]) })
}

/**
 * What the reader sees of the first columns. A sample is the first text below the heading.
 * @param places where the columns are in the rows
 */
export function shownColumns(
  headings: readonly string[],
  fields: readonly (string | undefined)[],
  places: readonly number[],
  rows: readonly { cells: readonly string[] }[],
): ImportColumn[] {
  const first = rows.slice(0, SAMPLED)
  return headings.slice(0, MAX_IMPORT_COLUMNS).map((heading, index) => ({
    heading: heading.slice(0, LONGEST_SHOWN),
    field: fields[index] ?? null,
    sample:
      first
        .map(({ cells }) => cells[places[index] ?? 0] ?? '')
        .find((text) => text !== '')
        ?.slice(0, LONGEST_SHOWN) ?? null,
  }))
}

/** Rows that are looked through for a sample. */
const SAMPLED = 100
const LONGEST_SHOWN = 100
