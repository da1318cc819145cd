import { revokeApiKey, rotateApiKey } from './access/api-keys.ts'
import * as auth from './access/auth.ts'
import * as confirmation from './access/confirmation.ts'
import * as identities from './access/identities.ts'
import * as identityProviders from './access/identity-providers.ts'
import * as invitations from './access/invitations.ts'
import { listMails } from './access/mails.ts'
import * as mySettings from './access/my-settings.ts'
import * as passkeys from './access/passkeys.ts'
import * as permissions from './access/permissions.ts'
import * as photo from './access/photo.ts'
import * as recovery from './access/recovery.ts'
import * as secondFactor from './access/second-factor.ts'
import * as signOn from './access/single-sign-on.ts'
import { setAlarmRuleSecret } from './alarms/alarm-rules.ts'
import * as alarms from './alarms/alarms.ts'
import { getRate } from './customers/exchange-rates.ts'
import { locationsWithCoordinates, searchLocations } from './customers/locations.ts'
import { health, refusalCounts } from './insight/health.ts'
import * as deadLetters from './monitoring/dead-letters.ts'
import { exportRecords } from './monitoring/export.ts'
import * as ignition from './monitoring/ignition.ts'
import { testSubscriber } from './monitoring/mqtt-subscribers.ts'
import { browseOpcuaConnection, testOpcuaConnection } from './monitoring/opcua-connections.ts'
import { publishRecords } from './monitoring/publish.ts'
import * as tagMapCalls from './monitoring/tag-map-calls.ts'
import { machineService } from './service/machine-service.ts'
import { machineOee } from './service/oee.ts'
import { machineStops, sayWhyStopped } from './service/stops.ts'
import { publicSettings } from './settings/public-settings.ts'

/** The special calls of the API by name: those that do not follow from a resource. The server must implement each. */
export const api = {
  login: auth.login,
  refresh: auth.refresh,
  logout: auth.logout,
  me: auth.me,
  myPermissions: auth.myPermissions,
  listPermissions: permissions.listPermissions,
  assignPermissions: permissions.assignPermissions,
  detachPermissions: permissions.detachPermissions,
  bulkAssignPermissions: permissions.bulkAssignPermissions,
  bulkRemovePermissions: permissions.bulkRemovePermissions,
  syncUserRoles: permissions.syncUserRoles,
  userPermissions: permissions.userPermissions,
  rotateApiKey,
  revokeApiKey,
  sendInvitation: invitations.sendInvitation,
  verifyInvitation: invitations.verifyInvitation,
  acceptInvitation: invitations.acceptInvitation,
  register: invitations.register,
  forgotPassword: recovery.forgotPassword,
  resetPassword: recovery.resetPassword,
  setUserPassword: recovery.setUserPassword,
  sendPasswordReset: recovery.sendPasswordReset,
  listMails,
  mySettings: mySettings.mySettings,
  changeMySettings: mySettings.changeMySettings,
  changeMyPassword: mySettings.changeMyPassword,
  mySessions: mySettings.mySessions,
  endMySession: mySettings.endMySession,
  endMyOtherSessions: mySettings.endMyOtherSessions,
  setMyPhoto: photo.setMyPhoto,
  removeMyPhoto: photo.removeMyPhoto,
  getPhoto: photo.getPhoto,
  validateTwoFactor: secondFactor.validateTwoFactor,
  startSecondFactor: secondFactor.startSecondFactor,
  confirmSecondFactor: secondFactor.confirmSecondFactor,
  endSecondFactor: secondFactor.endSecondFactor,
  endSecondFactorOfUser: secondFactor.endSecondFactorOfUser,
  myPasskeys: passkeys.myPasskeys,
  beginPasskey: passkeys.beginPasskey,
  finishPasskey: passkeys.finishPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  pendingSecondFactors: passkeys.pendingSecondFactors,
  beginPasskeySignIn: passkeys.beginPasskeySignIn,
  finishPasskeySignIn: passkeys.finishPasskeySignIn,
  beginConfirmation: confirmation.beginConfirmation,
  confirmIdentity: confirmation.confirmIdentity,
  setProviderSecret: identityProviders.setProviderSecret,
  switchProvider: identityProviders.switchProvider,
  testProvider: identityProviders.testProvider,
  signOnAddresses: identityProviders.signOnAddresses,
  pkceExchange: signOn.pkceExchange,
  profile: signOn.profile,
  myIdentities: identities.myIdentities,
  startLinking: identities.startLinking,
  unlinkIdentity: identities.unlinkIdentity,
  ignitionHealth: ignition.ignitionHealth,
  listMachines: ignition.listMachines,
  listMachineIds: ignition.listMachineIds,
  myMachines: ignition.myMachines,
  myMachinesStream: ignition.myMachinesStream,
  getMachine: ignition.getMachine,
  machineHistory: ignition.machineHistory,
  machineStates: ignition.machineStates,
  machineBatch: ignition.machineBatch,
  machineMetrics: ignition.machineMetrics,
  machineHeatmap: ignition.machineHeatmap,
  testMachine: ignition.testMachine,
  exportRecords,
  publishRecords,
  testSubscriber,
  testOpcuaConnection,
  browseOpcuaConnection,
  listTagMapVersions: tagMapCalls.listTagMapVersions,
  getTagMapVersion: tagMapCalls.getTagMapVersion,
  tagMapReach: tagMapCalls.tagMapReach,
  rollOutTagMap: tagMapCalls.rollOutTagMap,
  tagMapMessages: tagMapCalls.tagMapMessages,
  previewTagMap: tagMapCalls.previewTagMap,
  listDeadLetters: deadLetters.listDeadLetters,
  deadLetterSummary: deadLetters.deadLetterSummary,
  getDeadLetter: deadLetters.getDeadLetter,
  replayDeadLetter: deadLetters.replayDeadLetter,
  replayDeadLetters: deadLetters.replayDeadLetters,
  discardDeadLetter: deadLetters.discardDeadLetter,
  discardDeadLetters: deadLetters.discardDeadLetters,
  setAlarmRuleSecret,
  listAlarms: alarms.listAlarms,
  getAlarm: alarms.getAlarm,
  alarmSummary: alarms.alarmSummary,
  alarmStatistics: alarms.alarmStatistics,
  acknowledgeAlarm: alarms.acknowledgeAlarm,
  acknowledgeAlarms: alarms.acknowledgeAlarms,
  assignAlarm: alarms.assignAlarm,
  alarmAssignees: alarms.alarmAssignees,
  shelveAlarm: alarms.shelveAlarm,
  unshelveAlarm: alarms.unshelveAlarm,
  machineStops,
  sayWhyStopped,
  machineOee,
  machineService,
  getRate,
  searchLocations,
  locationsWithCoordinates,
  publicSettings,
  health,
  refusalCounts,
} as const

export type Api = typeof api
export type CallName = keyof Api
