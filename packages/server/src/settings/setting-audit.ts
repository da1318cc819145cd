import { SECRET_MASK, type SettingKey, type StoredValue, settingOf } from '@packhouse/contract'
import type { ResourceRow } from '../engine/resource/columns.ts'

/** How settings are named in the audit: each is a record of its own. */
export const audited = { name: 'setting', fields: {} }

/** A setting as the audit has it: its key beside its value, never a secret. */
export function rowOfSetting(id: string, key: SettingKey, value: StoredValue, isSet: boolean): ResourceRow {
  const isSecret = settingOf(key).kind === 'secret'
  return { id, rowVersion: 0, key, value: isSecret ? (isSet ? SECRET_MASK : null) : value }
}
