import { type SettingKey, type SettingValues, settingOf } from '@packhouse/contract'

/** Settings as the product brings them, for parts that a test runs by themselves. */
export const defaultSettings = {
  read: <Key extends SettingKey>(key: Key) => settingOf(key).fallback as SettingValues[Key],
}
