import { describe, expect, test } from 'vitest'
import { booleanOf, groupsOf, textOf } from './claims.ts'

describe('a claim is read by its meaning', () => {
  test.each([
    [true, true],
    ['true', true],
    [' TRUE', true],
    [1, true],
    ['1', true],
    [['true'], true],
    [false, false],
    ['false', false],
    ['False', false],
    [0, false],
    ['0', false],
    [['0'], false],
    ['perhaps', undefined],
    [2, undefined],
    [{}, undefined],
    [[], undefined],
    [null, undefined],
  ])('%j is %j as a truth value', (value, meant) => expect(booleanOf({ claim: value }, 'claim')).toBe(meant))

  test.each([
    ['fitters', ['fitters']],
    [
      ['fitters', 'welders'],
      ['fitters', 'welders'],
    ],
    ['["fitters", "welders"]', ['fitters', 'welders']],
    [
      ['["fitters"]', 'welders'],
      ['fitters', 'welders'],
    ],
    ['[fitters]', ['[fitters]']],
    [17, ['17']],
    [
      [17, 'fitters'],
      ['17', 'fitters'],
    ],
    [[], []],
    ['[]', []],
    ['', []],
    [[''], []],
    [null, 'not_said'],
    [undefined, 'not_said'],
    [[null], 'not_said'],
    [{ fitters: true }, 'not_said'],
    [false, 'not_said'],
    [['fitters', true], 'not_said'],
    [[{ id: '7', name: 'fitters' }], 'not_said'],
  ])('%j are the groups %j', (value, meant) => expect(groupsOf({ groups: value }, 'groups')).toEqual(meant))

  test('groups lie within other claims, as roles of Keycloak do', () => {
    const claims = { realm_access: { roles: ['fitters'] }, resource_access: { 'app.example': { roles: ['welders'] } } }
    expect(groupsOf(claims, 'realm_access.roles')).toEqual(['fitters'])
    expect(groupsOf({ ...claims, 'realm_access.roles': [] }, 'realm_access.roles')).toEqual([])
    expect(groupsOf({ 'https://app.example/roles': ['fitters'] }, 'https://app.example/roles')).toEqual(['fitters'])
    expect(groupsOf(claims, 'realm_access.groups')).toBe('not_said')
    expect(groupsOf(claims, 'realm_access.roles.length.constructor')).toBe('not_said')
  })

  test('a name of the language is no claim', () => {
    expect(groupsOf({}, 'constructor')).toBe('not_said')
    expect(groupsOf({ _claim_names: {} }, 'constructor')).toBe('not_said')
  })

  test.each([
    ['Ada', 'Ada'],
    [['Ada', 'Bo'], 'Ada'],
    [4711, '4711'],
    [{}, null],
    ['\ud800', null],
  ])('%j is the text %j', (value, meant) => expect(textOf({ name: value }, 'name')).toBe(meant))
})
