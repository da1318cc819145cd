import { type SettingKey, type SettingState, type StoredValue, settingOf } from '@packhouse/contract'

/** What somebody has typed for a setting, and the version that they saw. Numbers are text until they are sent. */
export interface DraftEntry {
  value: StoredValue
  rowVersion: number
}
export type Draft = ReadonlyMap<SettingKey, DraftEntry>

/** What a typed value means: an emptied field leaves the setting to its default, as null does. */
export function wantedValue(key: SettingKey, typed: StoredValue): StoredValue {
  if (typeof typed !== 'string') return typed
  const text = typed.trim()
  if (text === '') return null
  return settingOf(key).kind === 'number' && /^-?\d+$/.test(text) ? Number(text) : text
}

/** Whether a typed value is another than the one that applies. */
export function isChanged({ key, value, isSet }: SettingState, typed: StoredValue): boolean {
  const wanted = wantedValue(key, typed)
  if (wanted === null) return isSet && !(settingOf(key).kind === 'secret' && typed === '')
  return JSON.stringify(wanted) !== JSON.stringify(value)
}

/** What is wrong with a typed value, in words that follow the label. */
export function faultOf(key: SettingKey, typed: StoredValue): string | undefined {
  const wanted = wantedValue(key, typed)
  if (wanted === null) return undefined
  return settingOf(key).schema.safeParse(wanted).error?.issues[0]?.message
}

/** Whether somebody else has changed it since it was seen. */
export function isStale({ rowVersion }: SettingState, entry: DraftEntry): boolean {
  return rowVersion !== entry.rowVersion
}
