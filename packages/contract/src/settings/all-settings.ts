import { backupSettings } from './declared/backup.ts'
import { alarmSettings, analyticsSettings, companySettings, regionSettings } from './declared/company.ts'
import { keepingSettings, limitSettings } from './declared/keeping.ts'
import { loginSettings, signInSettings } from './declared/login.ts'
import { mailSettings } from './declared/mail.ts'
import { productSettings } from './declared/product.ts'
import type { Setting } from './setting.ts'

/** Every setting of the installation, in the order in which they are shown. Whatever is here is read by what it governs. */
export const allSettings = {
  ...productSettings,
  ...loginSettings,
  ...signInSettings,
  ...companySettings,
  ...regionSettings,
  ...mailSettings,
  ...alarmSettings,
  ...keepingSettings,
  ...limitSettings,
  ...backupSettings,
  ...analyticsSettings,
}

export type SettingKey = keyof typeof allSettings
export type SettingValue<Key extends SettingKey> =
  (typeof allSettings)[Key] extends Setting<infer Value> ? Value : never
/** The values of all settings. */
export type SettingValues = { [Key in SettingKey]: SettingValue<Key> }

export const settingKeys = Object.keys(allSettings) as SettingKey[]

/** The declaration of a setting, whatever its value. */
export function settingOf(key: SettingKey): Setting {
  return allSettings[key] as Setting
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(allSettings, key)
}
