import { describe, expect, test } from 'vitest'
import { type Field, field } from './field.ts'
import { initialState, type Lifecycle, nextStates, transitionPermissions } from './lifecycle.ts'
import { operationsOf } from './operations.ts'
import { defineResource, type Resource, type ResourceTraits } from './resource.ts'

const parentId = field.reference('parent', { label: 'Parent', required: true, frozen: true })
const place = field.integer({ label: 'Place', required: true, readOnly: true, min: 1, max: 9 })
const state = field.choice(['draft', 'open', 'done'], { label: 'State', required: true, readOnly: true })

function declare(name: string, fields: Record<string, Field>, traits: ResourceTraits = {}): Resource {
  const common = { area: 'Test', noun: [name, `${name}s`], label: 'name', defaultSort: 'name' } as const
  const all = { name: field.text({ label: 'Name', required: true }), ...fields }
  return defineResource({ ...common, name, table: name, fields: all, mounts: [{ path: `/v1/${name}s` }], traits })
}

const child = (fields: Record<string, Field>, traits?: ResourceTraits) => declare('child', fields, traits)
const parentOf = (resource: Resource) => () =>
  declare('parent', {}, { children: { parts: { resource, by: 'parentId', sort: 'place' } } })

describe('a declaration is refused', () => {
  test.each<[string, Resource, string]>([
    ['whose child does not refer to it', child({ place }), 'child.parentId must refer to it'],
    [
      'whose child may move to another parent',
      child({ place, parentId: field.reference('parent', { label: 'Parent', required: true }) }),
      'child.parentId must be required and frozen',
    ],
    [
      'whose child has a place that people send',
      child({ parentId, place: field.integer({ label: 'Place', min: 1, max: 9 }) }),
      'child.place must be read-only',
    ],
    ['whose child is imported by itself', child({ parentId, place }, { csv: true }), 'must not have the trait csv'],
    ['whose child is only marked as deleted', child({ parentId, place }, { softDelete: true }), 'the trait softDelete'],
  ])('%s', (_, resource, words) => {
    expect(parentOf(resource)).toThrow(words)
  })

  test('whose versions are of a list that it does not have', () => {
    expect(() => declare('parent', {}, { versions: { of: ['parts'] } })).toThrow('which is no list of children')
  })

  test.each<[string, Field, ResourceTraits, string]>([
    ['that does not exist', place, { bulk: ['colour'] }, 'colour cannot be set for many rows at once: it is no field'],
    ['that nobody may send', state, { bulk: ['part'] }, 'it cannot be changed at any time'],
    [
      'that is a note',
      field.multiline({ label: 'Note', max: 100 }),
      { bulk: ['part'] },
      'its values are not for many rows',
    ],
    [
      'of rows that never change',
      field.boolean({ label: 'On', fallback: true }),
      { bulk: ['part'], immutable: true },
      'one by one',
    ],
  ])('that sets a field for many rows %s', (_, part, traits, words) => {
    expect(() => declare('parent', { part }, traits)).toThrow(words)
  })

  test.each<[string, Partial<Lifecycle>, string]>([
    ['with an unknown first state', { initial: 'new' }, 'new is no choice of state'],
    ['with an unknown frozen state', { frozen: ['gone'] }, 'gone is no choice of state'],
    [
      'that leads to no state',
      { transitions: { go: { from: ['draft'], to: 'away', words: 'Go' } } },
      'away is no choice',
    ],
    [
      'whose transition has no name for a path',
      { transitions: { goOn: { from: [], to: 'open', words: 'Go' } } },
      'goOn must be',
    ],
    ['whose state people send', { field: 'name' }, 'name must be required and read-only'],
  ])('%s', (_, part, words) => {
    const lifecycle = { field: 'state', initial: 'draft', transitions: {}, ...part }
    expect(() => declare('parent', { state }, { lifecycle })).toThrow(words)
  })
})

describe('the states of a resource', () => {
  const lifecycle: Lifecycle = {
    field: 'state',
    initial: 'draft',
    frozen: ['done'],
    transitions: {
      open: { from: ['draft', 'done'], to: 'open', words: 'Open' },
      finish: { from: ['open'], to: 'done', words: 'Finish', permission: 'close' },
      'give-up': { from: ['draft', 'open'], to: 'done', words: 'Give up', permission: 'close' },
    },
  }
  const tasks = declare('task', { state }, { lifecycle })

  test('are left by the transitions that start there', () => {
    expect(nextStates(tasks, 'draft')).toEqual([
      { name: 'open', to: 'open' },
      { name: 'give-up', to: 'done' },
    ])
    expect(nextStates(tasks, 'other')).toEqual([])
    expect(initialState(tasks)).toEqual({ state: 'draft' })
    expect(initialState(declare('plain', {}))).toEqual({})
  })

  test('have a call for each transition, with its permission and its words', () => {
    const calls = Object.entries(operationsOf(tasks)).filter(([, { verb }]) => verb === 'transition')
    expect(calls.map(([name, { call }]) => [name, call.method, call.path, call.access, call.summary])).toEqual([
      ['task.transition.open', 'POST', '/v1/tasks/{id}/transitions/open', 'task.update', 'Open: task'],
      ['task.transition.finish', 'POST', '/v1/tasks/{id}/transitions/finish', 'task.close', 'Finish: task'],
      ['task.transition.give-up', 'POST', '/v1/tasks/{id}/transitions/give-up', 'task.close', 'Give up: task'],
    ])
  })

  test('have one permission for transitions that share it', () => {
    expect(transitionPermissions(tasks)).toEqual({ 'task.close': 'Finish, give up: tasks' })
  })
})
