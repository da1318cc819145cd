import { isIP } from 'node:net'
import {
  type Contradiction,
  contradictionsOf,
  type FieldError,
  type SettingKey,
  type SettingValues,
  settingOf,
  type WantedSetting,
} from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { catalogues } from '@packhouse/messages/catalogues'
import { reachOf } from '../platform/address-ranges.ts'
import { sentence } from '../platform/sentence.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'

/** What is wrong with the values themselves, each at its place. @param placeOf the path of a change in the body */
export function faultsOf(
  settings: InstallationSettings,
  wanted: readonly WantedSetting[],
  placeOf: (index: number) => string,
): FieldError[] {
  return wanted.flatMap(({ key, value }, index) => {
    const path = placeOf(index)
    const variable = settings.fixedBy(key)
    if (variable !== null) return [{ path, code: 'fixed', message: t('setting.isFixedBy', { variable }) }]
    if (wanted.findIndex((other) => other.key === key) !== index) {
      return [{ path, code: 'custom', message: declared('must name each once') }]
    }
    if (value === null) return []
    const parsed = settingOf(key).schema.safeParse(value)
    if (!parsed.success) {
      return parsed.error.issues.map(({ code, message }) => ({ path, code, message: declared(message) }))
    }
    const message = faultOfValue(key, String(value))
    return message === undefined ? [] : [{ path, code: 'custom', message }]
  })
}

const languages = catalogues.map(({ language }) => language)

/** What is wrong with a value that has the right form. */
function faultOfValue(key: SettingKey, value: string): string | undefined {
  if (key === 'region.language' && !languages.includes(value)) {
    return t('setting.languageWithoutTexts', { languages: languages.join(', ') })
  }
  // A mail server in a private network is the usual case; link-local addresses and those of a cloud's metadata never are one.
  return key === 'mail.host' && isIP(value) !== 0 && reachOf(value) === 'forbidden'
    ? t('setting.addressIsForbidden')
    : undefined
}

/** Contradictions that the changes bring about. One that was there before keeps nobody from changing something else. */
export function newContradictions(
  settings: InstallationSettings,
  wanted: readonly WantedSetting[],
  stored: ReadonlyMap<string, { isSet: boolean; value: unknown }>,
): Contradiction[] {
  const applying = (changed: ReadonlyMap<SettingKey, unknown>) => {
    const valueNow = (key: SettingKey) => {
      if (settings.fixedBy(key) !== null) return settings.read(key)
      const value = changed.has(key) ? changed.get(key) : stored.get(key)?.value
      return value ?? settings.fallbackOf(key)
    }
    const password = changed.has('mail.password')
      ? changed.get('mail.password') !== null
      : (stored.get('mail.password')?.isSet ?? false)
    const hasPassword = settings.fixedBy('mail.password') === null ? password : settings.read('mail.password') !== null
    return contradictionsOf((key) => valueNow(key) as SettingValues[typeof key], hasPassword)
  }
  const before = applying(new Map())
  const after = applying(new Map(wanted.map(({ key, value }) => [key, value])))
  const isKnown = ({ key, message }: Contradiction) =>
    before.some((other) => other.key === key && other.message === message)
  return [...after.filter((one) => !isKnown(one)), ...passwordForAnother(wanted, stored)]
}

/** Whoever may change the server but does not know the password must not have it sent to a server of their own. */
function passwordForAnother(
  wanted: readonly WantedSetting[],
  stored: ReadonlyMap<string, { isSet: boolean; value: unknown }>,
): Contradiction[] {
  const changes = (key: SettingKey) =>
    wanted.some((one) => one.key === key && one.value !== (stored.get(key)?.value ?? null))
  const isSent = changes('mail.host') || changes('mail.port') || changes('mail.security')
  const isGiven = wanted.some(({ key }) => key === 'mail.password')
  if (!isSent || isGiven || !(stored.get('mail.password')?.isSet ?? false)) return []
  return [{ key: 'mail.password', message: sentence`must be entered again for another server` }]
}
