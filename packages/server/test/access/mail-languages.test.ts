import { expect, test } from 'vitest'
import { mailTo, makeInvited, tokenIn } from '../support/mailbox.ts'
import { useTestApp } from '../support/use-test-app.ts'

const PUBLIC_URL = 'https://packhouse.example'
const app = useTestApp({ environment: { REGISTRATION: 'on', PUBLIC_URL } })
const inGerman = useTestApp({ environment: { REGISTRATION: 'on', PUBLIC_URL, DEFAULT_LANGUAGE: 'de' } })
const GOOD = 'vellum kraken tundra'

/** What the accounts of the two readers get, one mail after the other. */
const expected = {
  'en-GB': [
    ['Your invitation to Packhouse', 'You have an account for Packhouse. Set its password here within 7 days:'],
    ['Set a new password for Packhouse', 'A new password was asked for. Set it here within 30 minutes:'],
    ['Your password for Packhouse was changed', 'The password of your account was changed'],
    ['Your account for Packhouse', `forgotten yours:\n${PUBLIC_URL}/forgot-password\n`],
  ],
  'de-AT': [
    [
      'Ihre Einladung zu Packhouse',
      'Sie haben ein Konto für Packhouse. Legen Sie innerhalb von 7 Tagen hier das Passwort fest:',
    ],
    [
      'Neues Passwort für Packhouse festlegen',
      'Ein neues Passwort wurde angefordert. Legen Sie es innerhalb von 30 Minuten hier fest:',
    ],
    ['Ihr Passwort für Packhouse wurde geändert', 'Das Passwort Ihres Kontos wurde geändert'],
    ['Ihr Konto für Packhouse', `legen Sie hier ein neues fest:\n${PUBLIC_URL}/forgot-password\n`],
  ],
} as const

test.each(Object.entries(expected))(
  'an account in %s gets each mail in that language, whoever asks for it',
  async (language, mails) => {
    const email = `${language.toLowerCase()}@packhouse.example`
    const id = await makeInvited(app, email)
    await app.sql('UPDATE user_account SET language = $1 WHERE id = $2', [language, id])
    // Whoever asks reads the other language.
    const other = { 'accept-language': language === 'en-GB' ? 'de' : 'en' }
    const becomes = async (count: number) => {
      const mail = await mailTo(app, email, count)
      const [subject, text] = mails[count - 1] ?? []
      expect(mail.subject).toBe(subject)
      expect(mail.text).toContain(text)
      return mail
    }
    expect((await (await app.as('staff')).post(`/v1/users/${id}/send-invitation`, undefined, other)).status).toBe(204)
    const token = tokenIn(await becomes(1))
    expect((await app.anonymous.post('/v1/invitations/set-password', { token, password: GOOD }, other)).status).toBe(
      204,
    )
    await app.anonymous.post('/v1/auth/forgot-password', { email }, other)
    const reset = { token: tokenIn(await becomes(2)), password: `${GOOD} anew` }
    expect((await app.anonymous.post('/v1/auth/reset-password', reset, other)).status).toBe(204)
    await becomes(3)
    await app.anonymous.post('/v1/auth/register', { email, first_name: 'Ada', last_name: 'Berg' }, other)
    await becomes(4)
  },
)

test('a mail to an account without a language is in that of the installation', async () => {
  const draft = { email: 'new@packhouse.example', first_name: 'Nora', last_name: 'Vik' }
  await inGerman.anonymous.post('/v1/auth/register', draft, { 'accept-language': 'en' })
  const mail = await mailTo(inGerman, draft.email)
  expect(mail.subject).toBe('Bestätigen Sie Ihr Konto für Packhouse')
  expect(mail.text).toContain('Mit dieser Adresse wurde ein Konto für Packhouse angefordert.')
})
