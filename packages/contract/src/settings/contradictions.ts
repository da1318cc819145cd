import type { SettingKey, SettingValues } from './all-settings.ts'

/** Settings that do not go together, at the one that is to be changed. `message` goes on after its label. */
export interface Contradiction {
  key: SettingKey
  message: string
}

type Read = <Key extends SettingKey>(key: Key) => SettingValues[Key]

/** What is wrong with the settings as a whole. @param hasPassword whether the mail server has one: it is never read */
export function contradictionsOf(read: Read, hasPassword: boolean): Contradiction[] {
  const found: Contradiction[] = []
  const refuse = (isWrong: boolean, key: SettingKey, message: string) => {
    if (isWrong) found.push({ key, message })
  }
  const hasServer = read('mail.host') !== null
  refuse(hasServer && read('mail.from') === null, 'mail.from', 'must be set where there is a mail server')
  refuse(hasPassword && read('mail.user') === null, 'mail.user', 'must be set where there is a password')
  const isTls = read('mail.security') === 'tls'
  refuse(hasServer && read('mail.port') === 465 && !isTls, 'mail.security', 'must be TLS at port 465')
  refuse(hasServer && read('mail.port') === 587 && isTls, 'mail.security', 'must be STARTTLS at port 587')
  const hasLetterhead = read('company.name') !== null
  refuse(
    !hasLetterhead && (read('company.address') !== null || read('company.footer') !== null),
    'company.name',
    'must be set where there is an address or a footer',
  )
  return found
}
