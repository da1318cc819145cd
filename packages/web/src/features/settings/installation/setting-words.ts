import { foldCase, type SettingGroup, type SettingKey, type SettingReach, settingOf } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { DASH, formatCount } from '../../../lib/format/numbers.ts'
import { capitalize } from '../../../resource/words.ts'
import { languageName } from '../language-choices.ts'
import type { Settings } from './settings-query.ts'

export const groupWords: Record<SettingGroup, string> = {
  product: t('installation.product'),
  login: t('installation.loginPage'),
  signIn: t('installation.signIn'),
  company: t('installation.company'),
  region: t('installation.region'),
  mail: t('installation.mail'),
  alarms: t('installation.alarms'),
  keeping: t('installation.keeping'),
  limits: t('installation.limits'),
  backup: t('installation.backup'),
  analytics: t('installation.analytics'),
}

export function labelOf(key: SettingKey): string {
  return declared(settingOf(key).label)
}

/** Whom a change reaches, as a sentence. */
export function reachWords(reach: SettingReach, { all, staff }: Settings['people']): string {
  const words: Record<SettingReach, string> = {
    everyone: t('installation.reachesEveryone', { count: all }),
    signingIn: t('installation.reachesWhoeverSignsIn'),
    staff: t('installation.reachesStaff', { count: staff }),
    mails: t('installation.reachesMails'),
    documents: t('installation.reachesDocuments'),
    stored: t('installation.reachesWhatIsStored'),
  }
  return words[reach]
}

/** The choices of a setting as people read them. */
export function optionsOf(key: SettingKey): { value: string; label: string }[] {
  return Object.entries(settingOf(key).options ?? {}).map(([value, label]) => {
    return { value, label: capitalize(declared(label)) }
  })
}

/** A value in words; a dash where there is none. Secrets are never there. */
export function valueWords(key: SettingKey, value: unknown): string {
  const { kind, unit } = settingOf(key)
  if (value === null || value === undefined) return DASH
  if (Array.isArray(value)) return value.map((one) => valueWords(key, one)).join(', ')
  if (kind === 'picture') return t('installation.aPicture')
  if (kind === 'language') return languageName(String(value))
  if (typeof value === 'number')
    return unit === undefined ? formatCount(value) : `${formatCount(value)} ${declared(unit)}`
  return optionsOf(key).find((option) => option.value === value)?.label ?? String(value)
}

/** Whether words that somebody searches for are in a setting's label, help, choices or key. */
export function isFound(key: SettingKey, search: string): boolean {
  const { help, group, variable = '' } = settingOf(key)
  const texts = [key, labelOf(key), help === undefined ? '' : declared(help), groupWords[group], variable]
  const all = foldCase([...texts, ...optionsOf(key).map(({ label }) => label)].join(' '))
  return foldCase(search)
    .split(/\s+/)
    .every((word) => all.includes(word))
}
