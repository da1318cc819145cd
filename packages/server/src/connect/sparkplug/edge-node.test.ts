import { expect, test } from 'vitest'
import { EdgeNode, type NodeAnswer } from './edge-node.ts'
import { Room } from './metric-table.ts'
import type { SparkplugValue } from './metric-value.ts'
import type { SparkplugMetric, SparkplugPayload } from './payload.ts'

const NOW = 1_000_000

interface Metric extends Partial<Omit<SparkplugMetric, 'read'>> {
  value?: SparkplugValue
}

function payload(seq: number | undefined, metrics: Metric[] = [], at: number | undefined = NOW): SparkplugPayload {
  const full = metrics.map(({ value = null, ...metric }) => ({
    name: undefined,
    alias: undefined,
    at: undefined,
    isHistorical: false,
    dataType: undefined,
    isLong: false,
    ...metric,
    read: () => ({ value }),
  }))
  return { at, seq, metrics: full }
}

function factsIn(answer: NodeAnswer) {
  return 'refused' in answer ? undefined : answer.facts.map(({ at, values }) => [at, Object.fromEntries(values)])
}

/** A node with the device `d`, whose next sequence number is the one after `seq`. */
function born(seq = 0): EdgeNode {
  const node = new EdgeNode(new Room())
  node.bornNode(payload(seq, [{ name: 'bdSeq', value: 3 }]), NOW)
  const metrics = [
    { name: 'speed', alias: '1', value: 40 },
    { name: 'state', alias: '2', value: 'Execute' },
  ]
  node.bornDevice('d', payload((seq + 1) % 256, metrics), NOW)
  return node
}

function valuesIn(answer: NodeAnswer): Record<string, SparkplugValue> | undefined {
  return 'refused' in answer ? undefined : Object.fromEntries(answer.facts.at(-1)?.values ?? [])
}

test('data by alias reports what has changed, and nothing else', () => {
  const answer = born().data('d', payload(2, [{ alias: '1', value: 41 }]), NOW)
  expect(valuesIn(answer)).toEqual({ speed: 41 })
  expect(answer).toMatchObject({ isIncomplete: false, ignored: [] })
})

test.each([0, 17, 255])('a node may be born with the sequence %i', (seq) => {
  expect(born(seq).data('d', payload((seq + 2) % 256, [{ alias: '1', value: 1 }]), NOW).isIncomplete).toBe(false)
})

test('the sequence goes on after 255 with 0', () => {
  const node = born(253)
  expect(node.data('d', payload(255, [{ alias: '1', value: 1 }]), NOW).isIncomplete).toBe(false)
  expect(node.data('d', payload(0, [{ alias: '1', value: 2 }]), NOW).isIncomplete).toBe(false)
})

test('a gap is seen once, and what came is used', () => {
  const node = born()
  const answer = node.data('d', payload(4, [{ alias: '1', value: 1 }]), NOW)
  expect(answer.isIncomplete).toBe(true)
  expect(valuesIn(answer)).toMatchObject({ speed: 1 })
  expect(node.data('d', payload(5, [{ alias: '1', value: 2 }]), NOW).isIncomplete).toBe(false)
})

test('values of one metric and one time are facts of their own, in their order', () => {
  const metrics = [40, 41, 41, 42].map((value) => ({ alias: '1', value }))
  const answer = born().data('d', payload(2, [...metrics, { alias: '2', value: 'Held' }]), NOW)
  expect(factsIn(answer)).toEqual([
    [NOW, { speed: 40 }],
    [NOW, { speed: 41 }],
    [NOW, { speed: 42, state: 'Held' }],
  ])
  expect(answer).toMatchObject({ ignored: [] })
})

test('an alias that no birth declared is missing', () => {
  const answer = born().data('d', payload(2, [{ alias: '9', value: 1 }]), NOW)
  expect(answer).toMatchObject({ isIncomplete: true, ignored: [expect.stringContaining('alias 9')] })
  expect(factsIn(answer)).toEqual([[NOW, {}]])
})

test('data before a birth is refused', () => {
  const node = new EdgeNode(new Room())
  expect(node.data('d', payload(0), NOW)).toMatchObject({
    refused: expect.stringContaining('birth'),
    isIncomplete: true,
  })
  expect(node.bornDevice('d', payload(0), NOW)).toMatchObject({ refused: expect.stringContaining('before') })
  expect(born().data('other', payload(2), NOW)).toMatchObject({ refused: expect.stringContaining('device') })
})

test('a death is that of this life or none', () => {
  const node = born()
  expect(node.diedNode(payload(undefined, [{ name: 'bdSeq', value: 2 }]))).toBe(false)
  expect(node.data('d', payload(2, [{ alias: '1', value: 1 }]), NOW)).not.toHaveProperty('refused')
  expect(node.diedNode(payload(undefined, [{ name: 'bdSeq', value: 3 }]))).toBe(true)
  expect(node.data('d', payload(3, [{ alias: '1', value: 1 }]), NOW)).toHaveProperty('refused')
})

test('a death counts where it or the birth does not name its life', () => {
  expect(born().diedNode(payload(undefined))).toBe(true)
  const node = new EdgeNode(new Room())
  node.bornNode(payload(0), NOW)
  expect(node.diedNode(payload(undefined, [{ name: 'bdSeq', value: 3 }]))).toBe(true)
  expect(node.isAlive).toBe(false)
})

test('a device dies alone', () => {
  const node = born()
  node.bornDevice('e', payload(2, [{ name: 'speed', value: 1 }]), NOW)
  expect(node.diedDevice('d', payload(3))).toBe(false)
  expect(node.data('d', payload(4, [{ alias: '1', value: 1 }]), NOW)).toHaveProperty('refused')
  expect(node.data('e', payload(5, [{ name: 'speed', value: 2 }]), NOW)).not.toHaveProperty('refused')
})

test('a new birth replaces the one before', () => {
  const node = born()
  expect(valuesIn(node.bornDevice('d', payload(2, [{ name: 'state', value: 'Idle' }]), NOW))).toEqual({ state: 'Idle' })
})

test('history is reported at its own time and changes nothing that is known', () => {
  const node = born()
  const metrics = [
    { alias: '1', value: 8, at: 500, isHistorical: true },
    { alias: '1', value: 7, at: 400, isHistorical: true },
    { alias: '2', value: 'Idle', at: 500, isHistorical: true },
  ]
  const answer = node.data('d', payload(2, metrics), NOW)
  expect(factsIn(answer)).toEqual([
    [400, { speed: 7 }],
    [500, { speed: 8, state: 'Idle' }],
  ])
  expect(answer).toMatchObject({ isCurrent: false })
  if ('refused' in answer) throw new Error('It was refused.')
  expect(answer.metrics.get('speed')?.value).toBe(40)
})

test('each metric has its own time, and late ones replace nothing newer', () => {
  const node = born()
  const metrics = [
    [6, 5],
    [9, 1],
    [2, 3],
  ].map(([value = 0, after = 0]) => ({ name: 'state', value, at: NOW + after }))
  const answer = node.data('d', payload(2, metrics), NOW)
  expect(factsIn(answer)).toEqual([
    [NOW + 1, { state: 9 }],
    [NOW + 3, { state: 2 }],
    [NOW + 5, { state: 6 }],
  ])
  if ('refused' in answer) throw new Error('It was refused.')
  expect(answer.metrics.get('state')?.value).toBe(6)
})

test('a birth says at its own time that all metrics hold, and what is newer at the own time of that', () => {
  const metrics = [
    { name: 'a', value: 1, at: 1 },
    { name: 'b', value: 2, at: NOW + 1 },
    { name: 'c', value: 3, at: 500, isHistorical: true },
  ]
  expect(factsIn(born().bornDevice('e', payload(2, metrics), NOW))).toEqual([
    [500, { c: 3 }],
    [NOW, { a: 1 }],
    [NOW + 1, { b: 2 }],
  ])
})

test('a message without metrics says that the device is there', () => {
  const answer = born().data('d', payload(2, []), NOW)
  expect(factsIn(answer)).toEqual([[NOW, {}]])
  expect(answer).toMatchObject({ isCurrent: true })
})

test('the time is that of the metric, of the message, or of the arrival', () => {
  const timeOf = (metric: Metric, sent?: number) => {
    const node = born()
    const answer = node.data('d', { ...payload(2, [{ alias: '1', ...metric }]), at: sent }, NOW)
    return factsIn(answer)?.at(-1)?.[0]
  }
  expect(timeOf({ at: 700 }, 800)).toBe(700)
  expect(timeOf({}, 800)).toBe(800)
  expect(timeOf({})).toBe(NOW)
})

test('the metrics of an owner have an end', () => {
  const node = born()
  const metrics = Array.from({ length: 3_000 }, (_, i) => ({ name: `m${i}`, value: i }))
  const answer = node.bornDevice('e', payload(2, metrics), NOW)
  expect(Object.keys(valuesIn(answer) ?? {})).toHaveLength(2_000)
  expect(answer).toMatchObject({ ignored: expect.arrayContaining([expect.stringContaining('too many')]) })
})
