import { expect, test } from 'vitest'
import { entriesFor } from './node-entries.ts'

const node = { kind: 'variable', dataType: 'Float', readable: true } as const

test('a node becomes an entry by its name, under its node id, and none is added twice', () => {
  const speed = { ...node, nodeId: 'ns=3;i=1026', name: 'CurMachSpeed', value: 42 }
  const first = entriesFor([speed], [])
  expect(first).toMatchObject([{ canonicalTag: 'CurMachSpeed', address: 'ns=3;i=1026', role: 'speed' }])
  const film = { ...node, nodeId: 'ns=1;s=Film.Tension', name: 'Tension', value: 4.5 }
  expect(entriesFor([speed, film], first)).toMatchObject([
    { address: 'ns=3;i=1026' },
    { canonicalTag: 'Tension', address: 'ns=1;s=Film.Tension', role: 'other', dataType: 'number' },
  ])
})
