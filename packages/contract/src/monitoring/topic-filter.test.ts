import { describe, expect, test } from 'vitest'
import { machineOfTopic, namesMachine, readsTopic, TOPIC_FILTER } from './topic-filter.ts'

const machineOf = (filter: string, topic: string) => machineOfTopic(filter.split('/'), topic.split('/'))

describe('a topic filter', () => {
  test.each([
    ['plant/{machineID}', 'plant/VFFS-1', 'VFFS-1'],
    ['plant/+/{machineID}/values', 'plant/hall 2/M.7/values', 'M.7'],
    ['{machineID}/#', 'M7/a/b/c', 'M7'],
    ['{machineID}/#', 'M7', 'M7'],
  ])('%s reads %s as the machine %s', (filter, topic, name) => {
    expect(filter).toMatch(TOPIC_FILTER)
    expect(machineOf(filter, topic)).toEqual({ name, valid: true })
  })

  test.each([
    ['plant/{machineID}', 'plant/M7/more'],
    ['plant/{machineID}', 'plant'],
    ['plant/{machineID}', 'Plant/M7'],
    ['plant/+/{machineID}', 'plant/M7'],
  ])('%s does not read %s', (filter, topic) => {
    expect(machineOf(filter, topic)).toBeUndefined()
  })

  test('reports a level that cannot be a machineID', () => {
    expect(machineOf('plant/{machineID}', 'plant/a b')).toEqual({ name: 'a b', valid: false })
    expect(machineOf('plant/{machineID}', 'plant/')).toEqual({ name: '', valid: false })
  })

  test.each([
    ['plant/line3/values', 'plant/line3/values', true],
    ['plant/line3/values', 'plant/line3/values/more', false],
    ['plant/line3/values', 'plant/line4/values', false],
    ['plant/+/values', 'plant/line4/values', true],
    ['plant/line3/#', 'plant/line3', true],
    ['plant/line3/#', 'plant/line3/values/t1', true],
    ['plant/line3/#', 'plant/line4/values', false],
  ])('of one machine: %s reads %s: %s', (filter, topic, isRead) => {
    expect(filter).toMatch(TOPIC_FILTER)
    expect(namesMachine(filter)).toBe(false)
    expect(readsTopic(filter.split('/'), topic.split('/'))).toBe(isRead)
    expect(machineOf(filter, topic)).toBeUndefined()
  })

  test.each([
    '#',
    'plant/#',
    '+/values',
    '$SYS/broker',
    'plant/line 3',
    '{machineID}/{machineID}',
    '#/{machineID}',
    'a//{machineID}',
    'x{machineID}',
    '{machineID}/#/a',
  ])('is invalid: %s', (filter) => {
    expect(filter).not.toMatch(TOPIC_FILTER)
  })
})
