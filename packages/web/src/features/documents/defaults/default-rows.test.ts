import { expect, test } from 'vitest'
import { candidates, defaultRows } from './default-rows.ts'

const type = 'label' as const
const template = (locale: string, businessUnitId: string | null, publishedVersion: number | null = 1) => {
  return { type, locale, businessUnitId, publishedVersion }
}
const defaultOf = (locale: string, businessUnitId: string | null) => {
  return { type, locale, businessUnitId, templateId: `${locale} ${businessUnitId}`, name: 'Standard', version: 3 }
}
const UNITS = [null, 'norway']

test('an empty cell says what is used in its place', () => {
  const templates = [template('en', null), template('nb', 'norway'), template('de-CH', null)]
  const defaults = [defaultOf('en', null), defaultOf('nb', 'norway'), defaultOf('de', null)]
  const rows = defaultRows([type], UNITS, templates, defaults)
  expect(rows.map(({ locale, hasAny }) => [locale, hasAny])).toEqual([
    ['en', true],
    ['nb', true],
    ['de-CH', false],
    ['de', true],
  ])
  expect(rows[0]?.cells).toEqual([
    { kind: 'own', name: 'Standard', version: 3, templateId: 'en null' },
    { kind: 'asAll' },
  ])
  expect(rows[1]?.cells).toMatchObject([{ kind: 'asLanguage', locale: 'en' }, { kind: 'own' }])
  expect(rows[2]?.cells[0]).toEqual({ kind: 'asLanguage', locale: 'de' })
})

test('where nothing is published, there is nothing', () => {
  expect(defaultRows([type], [null], [], [])).toEqual([
    { type, locale: 'en', hasAny: false, cells: [{ kind: 'asLanguage', locale: null }] },
  ])
})

test('only what is published, and of the very cell, can be its default', () => {
  const all = [template('en', null), template('en', null, null), template('en', 'norway'), template('de', null)]
  expect(candidates(all, { type, locale: 'en' }, null)).toEqual([all[0]])
})
