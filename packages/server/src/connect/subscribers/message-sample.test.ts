import { create, toBinary } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { MetricSchema, PayloadSchema } from '../sparkplug/generated/sparkplug-b_pb.ts'
import { MessageSample } from './message-sample.ts'

const payload = Buffer.from(
  toBinary(
    PayloadSchema,
    create(PayloadSchema, {
      seq: 0n,
      metrics: [
        create(MetricSchema, { name: 'Speed', value: { case: 'doubleValue', value: 40 } }),
        create(MetricSchema, { name: 'Recipe', value: { case: 'datasetValue', value: Buffer.from([]) } }),
        create(MetricSchema, { alias: 7n, value: { case: 'bytesValue', value: Buffer.from([1]) } }),
      ],
    }),
  ),
)

test('names the values of Sparkplug B that cannot be used, each once, and the messages that cannot be read', () => {
  const sample = new MessageSample({ encoding: 'sparkplugB' })
  const birth = 'spBv1.0/plant/DBIRTH/edge/Filler'
  for (const isRetained of [false, false]) sample.take({ topic: birth, payload, isRetained })
  sample.take({ topic: 'spBv1.0/plant/NBIRTH/edge', payload: Buffer.from('{"no":"protobuf"}'), isRetained: false })
  sample.take({ topic: 'spBv1.0/STATE/packhouse', payload: Buffer.from('{}'), isRetained: true })
  const steps = sample.steps(1.5)
  expect(steps.map(({ ok }) => ok)).toEqual([true, false, true])
  const [messages, unreadable, values] = steps.map(({ words }) => words)
  expect(messages).toMatch(/^4 messages came/)
  expect(messages).not.toContain('retained')
  expect(unreadable).toContain('spBv1.0/plant/NBIRTH/edge')
  expect(values).toMatch(/^2 values cannot be used/)
  expect(values).toContain('edge/Filler/Recipe')
  expect(values).toContain('edge/Filler/alias 7')
})

test('counts what was retained', () => {
  const sample = new MessageSample({ encoding: 'json' })
  sample.take({ topic: 'packhouse/A/record', payload: Buffer.from('{}'), isRetained: true })
  sample.take({ topic: 'packhouse/A/record', payload: Buffer.from('{}'), isRetained: false })
  expect(sample.steps(1.5)).toEqual([
    { name: 'Messages', ok: true, words: expect.stringContaining('1 of them was retained by the broker') },
  ])
})
