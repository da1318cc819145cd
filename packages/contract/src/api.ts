import * as auth from './access/auth.ts'
import { health } from './insight/health.ts'
import * as ignition from './monitoring/ignition.ts'
import { publicSettings } from './settings/public-settings.ts'

/** Every call of the API by name. The server must implement each of them; the documentation lists them in this order. */
export const api = {
  login: auth.login,
  refresh: auth.refresh,
  logout: auth.logout,
  me: auth.me,
  myPermissions: auth.myPermissions,
  ignitionHealth: ignition.ignitionHealth,
  listMachines: ignition.listMachines,
  listMachineIds: ignition.listMachineIds,
  myMachines: ignition.myMachines,
  myMachinesStream: ignition.myMachinesStream,
  getMachine: ignition.getMachine,
  machineHistory: ignition.machineHistory,
  publicSettings,
  health,
} as const

export type Api = typeof api
export type CallName = keyof Api
