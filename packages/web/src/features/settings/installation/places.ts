import { settingGroups } from '@packhouse/contract'

/** What can be looked at. */
export const places = settingGroups
export type Place = (typeof places)[number]
