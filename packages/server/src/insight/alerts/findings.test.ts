import { describe, expect, test } from 'vitest'
import { ofBackup, ofCertificate, ofDisk, ofDrill, ofIngest, ofJobs, ofQueue } from './findings.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 2, 1)
const forecast = (days: number | null) => ({
  fullAt: days === null ? null : NOW + days * DAY_MS,
  perDayBytes: null,
  basis: 'trend' as const,
  days: 30,
})

describe('between what raises an alert and what clears it nothing changes', () => {
  test('a disk: full within 14 days or at 95 %, well again beyond 21 days and below 93 %', () => {
    const finding = (share: number, days: number | null) => ofDisk('a', share, forecast(days), NOW).finding
    expect([finding(0.5, 13), finding(0.5, 17), finding(0.5, 22), finding(0.5, null)]).toEqual([
      'holds',
      'unknown',
      'over',
      'over',
    ])
    expect([finding(0.95, null), finding(0.94, null), finding(0.92, null)]).toEqual(['holds', 'unknown', 'over'])
    expect([ofDisk('a', 0.5, forecast(2), NOW).severity, ofDisk('a', 0.5, forecast(9), NOW).severity]).toEqual([
      'critical',
      'warning',
    ])
  })

  test('a certificate: 30 and 31 days, critical in its last week', () => {
    const of = (days: number) => ofCertificate({ subject: 'SAML: Okta', endsAt: NOW + days * DAY_MS }, NOW)
    expect([29, 30.5, 32].map((days) => of(days).finding)).toEqual(['holds', 'unknown', 'over'])
    expect([of(6).severity, of(20).severity, of(-1).finding]).toEqual(['critical', 'warning', 'holds'])
  })

  test('a queue: 1,000 records and more than before', () => {
    const finding = (before: number | null, now: number | null) => ofQueue('a', before, now).finding
    expect([finding(1_000, 2_000), finding(2_000, 2_050), finding(2_000, 900), finding(null, 5_000)]).toEqual([
      'holds',
      'unknown',
      'over',
      'unknown',
    ])
    expect([ofJobs(5, 700).finding, ofJobs(5, 400).finding, ofJobs(0, 0).finding]).toEqual(['holds', 'unknown', 'over'])
  })
})

test('the ingest is away where no server that reports stores records, and unknown where none reports', () => {
  expect(ofIngest([null, 'away']).finding).toBe('over')
  expect(ofIngest(['away', 'away'])).toMatchObject({ finding: 'holds', facts: { words: 'away' } })
  expect(ofIngest([]).finding).toBe('unknown')
})

test('a restore that was not tested for 8 days needs a look, where backups are to be tested', () => {
  const of = (days: number | null | undefined) =>
    ofDrill(
      { lastSuccessAt: NOW, everyMs: 1, hasFailed: false, lastDrillAt: days == null ? days : NOW - days * 86_400_000 },
      NOW,
    ).finding
  expect([of(7.9), of(8.1), of(null), of(undefined)]).toEqual(['over', 'holds', 'over', 'over'])
})

test('a backup is old after twice its interval, and never before 26 hours', () => {
  const of = (hours: number | null, everyHours: number, hasFailed = false) =>
    ofBackup(
      { lastSuccessAt: hours === null ? null : NOW - hours * 3_600_000, everyMs: everyHours * 3_600_000, hasFailed },
      NOW,
    ).finding
  expect([of(25, 1), of(27, 1), of(47, 24), of(49, 24)]).toEqual(['over', 'holds', 'over', 'holds'])
  expect([of(null, 24), of(null, 24, true)]).toEqual(['unknown', 'holds'])
})
