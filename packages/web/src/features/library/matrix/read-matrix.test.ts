import type { FleetPairs, Matrix, MatrixDetails } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { type CellFacts, factsOf } from './cell-code.ts'
import { readMatrix } from './read-matrix.ts'

const matrix: Matrix = {
  revision: 7,
  machineCount: 2,
  styleCount: 3,
  machines: [
    { id: 'm1', model: 'FLW-1', name: 'One' },
    { id: 'm2', model: 'FLW-2', name: 'Two' },
  ],
  styles: ['s1', 's2', 's3'].map((id) => ({ id, code: id, name: id, family: 'bag' })),
  rows: ['YcC', 'nUC'],
}
const machine = { type: 0, designSpeed: 120, designSpeedUnit: 'packs/min' }
const details: MatrixDetails = {
  types: [{ id: 't', name: 'Flow wrapper', category: 'flowWrapper' }],
  machines: [
    { id: 'm1', ...machine, conditions: '2f' },
    // One more than the letters have: somebody has changed the matrix in between.
    { id: 'm2', ...machine, conditions: '11' },
  ],
  styles: [{ id: 's2', standardRef: 'FEFCO 0201' }],
}
const ran = { count: 1, median: 71, hours: 9, until: '2026-01-01' }
const fleet: FleetPairs = {
  revision: 'r',
  machines: ['m2', 'm1', 'gone'],
  styles: ['s3', 's1'],
  pairs: [
    { machine: 0, style: 0, ...ran, finding: { kind: 'speed', claims: 120, median: 71, machines: 3 } },
    { machine: 1, style: 1, ...ran, finding: null },
    { machine: 2, style: 1, ...ran, finding: null },
  ],
}
const none: CellFacts = { answer: 'unknown', stale: false, live: false, contradicted: false, conditions: 0 }

test('Letters, conditions and what runs in the field become one code for each pair', () => {
  const { codes, machines, styles } = readMatrix(matrix, details, fleet)
  expect(codes.map((line) => Array.from(line, factsOf))).toEqual([
    [
      { ...none, answer: 'yes', live: true },
      { ...none, answer: 'conditional', stale: true, conditions: 2 },
      { ...none, answer: 'conditional', conditions: 15 },
    ],
    [{ ...none, answer: 'no', stale: true }, none, { ...none, answer: 'conditional', live: true, contradicted: true }],
  ])
  expect(machines[0]).toMatchObject({ typeName: 'Flow wrapper', category: 'flowWrapper', designSpeed: 120 })
  expect(styles.map(({ standardRef }) => standardRef)).toEqual([null, 'FEFCO 0201', null])
})
