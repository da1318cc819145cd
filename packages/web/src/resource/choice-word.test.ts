import { resources } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { wordOfChoice } from './choice-word.ts'

test('No choice that is declared reaches people as its internal name', () => {
  const choices = resources.flatMap(({ fields }) =>
    Object.values(fields).flatMap((field) =>
      [field, ...Object.values(field.parts ?? {})].flatMap((one) => one.choices ?? []),
    ),
  )
  const names = choices.filter((choice) => /^[a-z][A-Za-z0-9]*$/.test(choice))
  expect(names).toContain('reverseCharge')
  for (const name of names) expect(wordOfChoice(name)).not.toMatch(/^[a-z]|[a-z][A-Z](?!$)/)
  expect(['percent', 'reverseCharge', 'ceDeclaration', 'powerKw', 'FCA'].map(wordOfChoice)).toEqual([
    'Percent',
    'Reverse charge',
    'CE declaration',
    'Power kW',
    'FCA',
  ])
})
