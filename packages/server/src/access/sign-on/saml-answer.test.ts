import { expect, test } from 'vitest'
import { attributesOf } from './saml-answer.ts'

test('an attribute has all of its values, of each element with its name, and one without values has none', () => {
  const Attribute = [
    { $: { Name: 'groups' }, AttributeValue: [{ $: { 'xsi:type': 'xs:string' }, _: 'fitters' }] },
    { $: { Name: 'groups' }, AttributeValue: [{ _: 'welders' }, ''] },
    { $: { Name: 'roles' } },
    { $: { Name: '__proto__' }, AttributeValue: [{ _: 'x' }] },
    { $: { Name: 'person' }, AttributeValue: [{ NameID: [{ _: 'x' }] }] },
  ]
  expect(Object.entries(attributesOf({ Assertion: { AttributeStatement: [{ Attribute }] } }))).toEqual([
    ['groups', ['fitters', 'welders', '']],
    ['roles', []],
    ['__proto__', ['x']],
    ['person', [{ NameID: [{ _: 'x' }] }]],
  ])
  expect(attributesOf({ Assertion: {} })).toEqual({})
})
