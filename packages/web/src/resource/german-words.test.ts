import type { ImportReport } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { catalogues } from '@packhouse/messages/catalogues'
import { compileMessage } from '@packhouse/messages/compile'
import { setTranslator } from '@packhouse/messages/current'
import { declaredText } from '@packhouse/messages/declared-text'
import { formatMessage } from '@packhouse/messages/formatter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setPageLocale } from '../lib/format/page-locale.ts'
import { describePoints } from '../ui/world-map-points.ts'
import { headline, outcomeWords } from './import/import-report.ts'
import { counted, faultSentence } from './words.ts'

function read(language: string): void {
  const catalogue = catalogues.find((one) => one.language === language)
  if (!catalogue) throw new Error(`There are no texts in ${language}`)
  const messages: Readonly<Record<string, string>> = catalogue.messages
  setPageLocale(language)
  setTranslator({
    message: (key, values) => formatMessage(compileMessage(messages[key] ?? key), language, values),
    declared: (text) => declaredText(catalogue.declared, text),
  })
}

beforeAll(() => read('de'))
afterAll(() => {
  read('en')
  setPageLocale(undefined)
})

function reportOf(counts: Partial<ImportReport>): ImportReport {
  return {
    dryRun: true,
    total: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    encoding: 'utf-8',
    openNumber: null,
    columns: [],
    errors: [],
    lines: [],
    ...counts,
  }
}

describe('in German', () => {
  it('a fault follows the label of its field, whichever side has translated it', () => {
    expect(faultSentence('Währung', 'must not be empty')).toBe('Währung darf nicht leer sein')
    expect(faultSentence('Währung', 'darf nicht leer sein')).toBe('Währung darf nicht leer sein')
  })

  it('a rule about several fields is a sentence of its own', () => {
    expect(faultSentence('Breitengrad', 'latitude and longitude must both be given, or neither')).toBe(
      'Breitengrad und Längengrad müssen beide angegeben sein oder beide fehlen',
    )
    expect(faultSentence('Kunde', 'either a customer or a supplier must be given, not both')).toBe(
      'Entweder Kunde oder Lieferant muss angegeben sein, nicht beide',
    )
  })

  it('nouns are counted, in capitals and with the numbers of the language', () => {
    expect(counted(1, ['Kunde', 'Kunden'])).toBe('1 Kunde')
    expect(counted(9_000, ['Kunde', 'Kunden'])).toBe('9.000 Kunden')
  })

  it('the verb agrees with the number of rows', () => {
    expect(headline(reportOf({ total: 1, created: 1 }))).toBe('1 Zeile kann importiert werden')
    expect(headline(reportOf({ total: 3, failed: 1 }))).toBe('1 von 3 Zeilen hat Fehler')
    const report = reportOf({ total: 2_003, created: 1, updated: 2, unchanged: 2_000 })
    expect(outcomeWords(report, 'ahead')).toBe('1 würde angelegt, 2 würden geändert und 2.000 bleiben unverändert')
    expect(outcomeWords(report, 'done')).toBe('1 wurde angelegt, 2 wurden geändert und 2.000 bleiben unverändert')
  })

  it('a new record, keys and moments are named as Germans name them', () => {
    expect(t('resource.newOf', { noun: 'Kunde' })).toBe('Kunde anlegen')
    expect(t('ui.keyWithCtrl', { key: 'S' })).toBe('Strg S')
    expect(t('ui.keyEnter')).toBe('Eingabe')
    expect(t('monitoring.updatedAt', { when: 'vor 2 min' })).toBe('Aktualisiert vor 2 min')
    expect(t('general.copyingBlocked', { what: 'text' })).toMatch(/Markieren Sie den Text/)
    expect(t('general.copyingBlocked', { what: 'address' })).toMatch(/Adresse dieser Seite/)
  })

  it('a map is described with German numbers and directions', () => {
    const oslo = { id: 'oslo', label: 'Oslo', latitude: 59.91, longitude: 10.75 }
    expect(describePoints([oslo])).toBe('Karte mit 1 Ort: Oslo (59,91° N, 10,75° O).')
  })
})

it('in English a fault follows its label, and a rule is a sentence of its own', () => {
  read('en')
  expect(faultSentence('Name', 'must not be empty')).toBe('Name must not be empty')
  expect(faultSentence('Roles', 'can be set once, as long as the user has none')).toMatch(/^Roles can be set once/)
  expect(faultSentence('Latitude', 'latitude and longitude must both be given, or neither')).toMatch(/^Latitude and/)
  read('de')
})
