import {
  type CompatibilityResult,
  type FleetPairs,
  type Matrix,
  type MatrixDetails,
  packagingFamilies,
} from '@packhouse/contract'
import { ANSWER, answers, toCode } from './cell-code.ts'
import type { MatrixData, MatrixMachine, MatrixStyle } from './matrix-data.ts'

const answerOfLetter: Readonly<Record<string, CompatibilityResult>> = {
  Y: 'yes',
  C: 'conditional',
  N: 'no',
  U: 'unknown',
}
const CONDITIONAL = answers.indexOf('conditional')

/** Puts together what the server says of the matrix, of what stands beside it and of what runs in the field. */
export function readMatrix(matrix: Matrix, details: MatrixDetails, fleet: FleetPairs | undefined): MatrixData {
  const codes = readLetters(matrix.rows)
  const digits = new Map(details.machines.map(({ id, conditions }) => [id, conditions]))
  for (const [place, { id }] of matrix.machines.entries()) addConditions(codes[place], digits.get(id) ?? '')
  if (fleet !== undefined) addFleet(codes, matrix, fleet)
  return {
    revision: matrix.revision,
    machines: readMachines(matrix, details),
    styles: readStyles(matrix, details),
    codes,
  }
}

function readLetters(rows: readonly string[]): Uint16Array[] {
  const codeOfLetter = new Uint16Array(128)
  for (const [letter, answer] of Object.entries(answerOfLetter)) {
    const facts = { answer, live: false, contradicted: false, conditions: 0 }
    codeOfLetter[letter.charCodeAt(0)] = toCode({ ...facts, stale: false })
    codeOfLetter[letter.toLowerCase().charCodeAt(0)] = toCode({ ...facts, stale: true })
  }
  return rows.map((row) => {
    const line = new Uint16Array(row.length)
    for (let style = 0; style < row.length; style++) line[style] = codeOfLetter[row.charCodeAt(style)] ?? 0
    return line
  })
}

/** Where somebody has changed the matrix between the two answers the digits are of other cells, and wait for the next ones. */
function addConditions(line: Uint16Array | undefined, digits: string): void {
  if (line === undefined || digits === '') return
  const conditional = Array.from(line.keys()).filter((style) => ((line[style] ?? 0) & ANSWER) === CONDITIONAL)
  if (conditional.length !== digits.length) return
  for (const [index, style] of conditional.entries()) {
    const conditions = Number.parseInt(digits[index] ?? '0', 16)
    line[style] = (line[style] ?? 0) | toCode({ ...none, answer: 'conditional', conditions })
  }
}

const none = { stale: false, live: false, contradicted: false, conditions: 0 }

function addFleet(codes: readonly Uint16Array[], matrix: Matrix, { machines, styles, pairs }: FleetPairs): void {
  const machinePlaces = new Map(matrix.machines.map(({ id }, place) => [id, place]))
  const stylePlaces = new Map(matrix.styles.map(({ id }, place) => [id, place]))
  for (const { machine, style, finding } of pairs) {
    const line = codes[machinePlaces.get(machines[machine] ?? '') ?? -1]
    const place = stylePlaces.get(styles[style] ?? '')
    if (line === undefined || place === undefined) continue
    const facts = { ...none, answer: 'unknown' as const, live: true, contradicted: finding !== null }
    line[place] = (line[place] ?? 0) | toCode(facts)
  }
}

function readMachines({ machines }: Matrix, { machines: known, types }: MatrixDetails): MatrixMachine[] {
  const details = new Map(known.map((machine) => [machine.id, machine]))
  return machines.map((machine) => {
    const detail = details.get(machine.id)
    const type = types[detail?.type ?? -1]
    return {
      ...machine,
      typeId: type?.id ?? '',
      typeName: type?.name ?? '',
      category: type?.category ?? 'vffs',
      designSpeed: detail?.designSpeed ?? null,
      designSpeedUnit: detail?.designSpeedUnit ?? null,
    }
  })
}

function readStyles({ styles }: Matrix, { styles: known }: MatrixDetails): MatrixStyle[] {
  const standards = new Map(known.map(({ id, standardRef }) => [id, standardRef]))
  return styles.map((style) => ({
    ...style,
    family: packagingFamilies.find((family) => family === style.family) ?? 'bag',
    standardRef: standards.get(style.id) ?? null,
  }))
}
