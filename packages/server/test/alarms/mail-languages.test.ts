import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { Notices } from '../../src/alarms/notices.ts'
import type { Rule } from '../../src/alarms/rule.ts'
import { Database } from '../../src/platform/database.ts'
import { Encryption } from '../../src/platform/encryption.ts'
import { keysOf } from '../../src/platform/installation-keys.ts'
import { Jobs } from '../../src/platform/jobs/jobs.ts'
import { Mail } from '../../src/platform/mail.ts'
import { alarmsThat, makeRule } from '../support/alarms.ts'
import { defaultSettings } from '../support/default-settings.ts'
import { mailsTo, mailTo, makeInvited } from '../support/mailbox.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { PUBLIC_URL: 'https://packhouse.example' } })
const MACHINE = 'VFFS-2214'
const ENGLISH = 'english@packhouse.example'
const GERMAN = 'german@packhouse.example'

beforeAll(async () => {
  const accounts = [
    [ENGLISH, 'en-GB', 'Europe/London'],
    [GERMAN, 'de-DE', 'Asia/Tokyo'],
  ] as const
  for (const [email, language, timezone] of accounts) {
    const id = await makeInvited(app, email)
    await app.sql('UPDATE user_account SET language = $1, timezone = $2 WHERE id = $3', [language, timezone, id])
  }
})

test('each reader gets the mail of an alarm in the language and the zone of the account', async () => {
  const about = { kind: 'value', tag: 'pressure', comparison: 'above', limit: '40', severity: 'critical' }
  const ruleId = await makeRule(app, { name: 'Too hot', ...about, notifyEmails: [ENGLISH, GERMAN] })
  const device = await app.device()
  await device.publish(MACHINE, { machineData: { pressure: 55 } })
  await alarmsThat(app, ruleId, () => true)
  await device.publish(MACHINE, { machineData: { pressure: 5 } })
  const mailsOf = (email: string) =>
    until(`two mails to ${email}`, async () => {
      const found = await mailsTo(app, email)
      return found.length === 2 && found
    })
  const [clearedEnglish, raisedEnglish] = await mailsOf(ENGLISH)
  expect(raisedEnglish?.subject).toBe(`Critical: Too hot on ${MACHINE}`)
  expect(raisedEnglish?.text).toMatch(
    /^pressure is above 40\.\n\nMachine: .*\nValue: 55\nSince: \d+ \w+ \d{4}, [\d:]+ (GMT|BST)\n/,
  )
  expect(clearedEnglish?.subject).toBe(`Cleared: Too hot on ${MACHINE}`)
  expect(clearedEnglish?.text).toMatch(/^Too hot has cleared\. Its condition is over\.\n\nMachine: .*\nCleared: /)
  const [clearedGerman, raisedGerman] = await mailsOf(GERMAN)
  expect(raisedGerman?.subject).toBe(`Kritisch: Too hot an ${MACHINE}`)
  expect(raisedGerman?.text).toMatch(
    /^pressure ist größer als 40\.\n\nMaschine: .*\nWert: 55\nSeit: [\d.]+, [\d:]+ GMT\+9\n/,
  )
  expect(clearedGerman?.subject).toBe(`Beendet: Too hot an ${MACHINE}`)
  expect(clearedGerman?.text).toMatch(
    /^Too hot ist beendet\. Die Bedingung trifft nicht mehr zu\.\n\nMaschine: .*\nBeendet: /,
  )
})

test('the mail about a flood of alarms is in the language of each account', async () => {
  const log = pino({ level: 'silent' })
  const database = new Database(app.databaseUrl, log)
  const jobs = new Jobs({ db: database.system, log, isRunning: false })
  const encryption = new Encryption(keysOf('key'), 'mail')
  const mail = new Mail({ db: database.system, jobs, encryption, server: undefined, retainedDays: () => 90 })
  const place = { publicUrl: 'https://packhouse.example', settings: defaultSettings, alarmLimit: 1_000 }
  const push = { putChanged: async () => undefined } as never
  const notices = new Notices({ mail, webhooks: {} as never, escalation: {} as never, push, ...place })
  const floods = [{ customerId: null, rule: { ...rule, notifyEmails: [ENGLISH, GERMAN] } }]
  await database.system.transaction().execute((db) => notices.write(db, { raised: [], cleared: [], floods }))
  await database.stop()
  const english = await mailTo(app, ENGLISH)
  expect(english.subject).toBe('Too many alarms: no further one is raised')
  expect(english.text).toContain('1000 alarms of one customer are active.')
  const german = await mailTo(app, GERMAN)
  expect(german.subject).toBe('Zu viele Alarme: Es wird kein weiterer ausgelöst')
  expect(german.text).toContain('1000 Alarme eines Kunden sind aktiv.')
})

const rule: Rule = {
  id: crypto.randomUUID(),
  name: 'Any',
  severity: 'info',
  enabled: true,
  machineKey: null,
  configurationId: null,
  customerId: null,
  kind: 'silence',
  tag: null,
  comparison: null,
  limit: null,
  deadband: 0,
  states: [],
  silenceMs: 5_000,
  message: null,
  notifyEmails: [],
  webhookUrl: null,
  webhookTemplate: null,
  fingerprint: '',
  onDelayMs: 0,
  offDelayMs: 0,
}
