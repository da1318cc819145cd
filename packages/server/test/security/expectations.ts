import type { Call, CallName } from '@packhouse/contract'
import type { CallParts } from '../support/caller.ts'

/** Whose machines and rows the matrix asks for: those of the customer of the first sample account. */
export const OWN_MACHINE = 'VFFS-2214'

export const principals = ['anonymous', 'denied', 'own', 'other', 'staff'] as const
export type PrincipalName = (typeof principals)[number]

/** What each principal is answered to one call. */
export interface Expectation {
  input?: CallParts
  statuses: Record<PrincipalName, number>
  /** The machineIDs in the answer, where it carries a list of machines. */
  machines?: (body: never) => string[]
}

const everybody = (status: number) => ({ anonymous: status, denied: status, own: status, other: status, staff: status })
const signedIn = (status: number) => ({ ...everybody(status), anonymous: 401 })
const withAccess = { anonymous: 401, denied: 403, own: 200, other: 200, staff: 200 }
const missingForAll = { anonymous: 401, denied: 403, own: 404, other: 404, staff: 404 }
const ownOnly = { ...withAccess, other: 404 }

const staffOnly = (status: number) => ({ anonymous: 401, denied: 403, own: 403, other: 403, staff: status })
const ORDER = {
  number: 'PO-1',
  product: 'Coffee',
  target: 1_000,
  plannedFrom: '2030-01-01T06:00:00Z',
  plannedTo: '2030-01-01T14:00:00Z',
}
const AN_HOUR = { from: '2026-11-21T00:00:00Z', to: '2026-11-21T01:00:00Z' }
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'
const UNKNOWN_RECORD = { resource: 'customer', recordId: UNKNOWN_ID }
const FOLLOW_UP = { what: 'Call', dueOn: '2026-12-01' }
const NO_CHOICES = { alternatives: [], extras: [] }

/** Seen in a version that it never had. */
const LOST_SETTING = { key: 'product.title' as const, value: 'Other', rowVersion: 999 }
const SETTINGS_OF_NOBODY = { format: 'packhouse-settings' as const, version: 1 as const, exportedAt: '', settings: {} }

/** In the shape of WebAuthn, and worth nothing. */
const CREDENTIAL = { id: 'AA', rawId: 'AA', type: 'public-key' }
const NEW_PASSKEY = { ...CREDENTIAL, response: { clientDataJSON: 'AA', attestationObject: 'AA' } }
const PASSKEY_PROOF = { ...CREDENTIAL, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } }

const listed = ({ machines }: { machines: { machineID: string }[] }) => machines.map((machine) => machine.machineID)

const NEW_PARTNER = {
  partner: 'Nobody',
  contact: 'nobody@packhouse.example',
  purpose: 'Nothing',
  machineIDs: [OWN_MACHINE],
  expiresAt: '2000-01-01T00:00:00Z',
}

/** The special calls. One that is missing here does not compile. */
export const expectations: Record<CallName, Expectation> = {
  login: { input: { body: { email: 'nobody@packhouse.example', password: 'wrong' } }, statuses: everybody(401) },
  refresh: { input: { body: { refresh_token: 'phr_unknown' } }, statuses: everybody(401) },
  refusalCounts: { statuses: staffOnly(200) },
  prometheusMetrics: { statuses: staffOnly(200) },
  prometheusDashboard: { statuses: staffOnly(200) },
  healthAlerts: { statuses: staffOnly(200) },
  pdfHealth: { statuses: staffOnly(200) },
  previewTemplate: { input: { body: { type: 'label', source: '#(1 + "a")' } }, statuses: staffOnly(422) },
  previewPlaces: { input: { body: { type: 'label', source: 'Text' } }, statuses: staffOnly(200) },
  templateTypes: { statuses: staffOnly(200) },
  templateDefaults: { statuses: staffOnly(200) },
  setTemplateDefault: { input: { body: { templateId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  templateVersions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  templateVersion: { input: { params: { id: UNKNOWN_ID, number: '1' } }, statuses: staffOnly(404) },
  publishTemplate: { input: { params: { id: UNKNOWN_ID }, body: { rowVersion: 1 } }, statuses: staffOnly(404) },
  generatePdf: { input: { body: { type: 'label', id: OWN_MACHINE } }, statuses: ownOnly },
  reportRecipients: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  sendReportToMe: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  findSubscription: { input: { params: { token: 'phu_unknown' } }, statuses: everybody(410) },
  unsubscribe: { input: { body: { token: 'phu_unknown' } }, statuses: everybody(410) },
  pdfJob: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  pdfJobFile: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  listAuthLog: { statuses: staffOnly(200) },
  authLogEntry: { input: { params: { id: '999999999999' } }, statuses: staffOnly(404) },
  exportAuthLog: { statuses: staffOnly(200) },
  authLogByMinute: { statuses: staffOnly(200) },
  authLogByHour: { statuses: staffOnly(200) },
  callsByKeyAndHour: { statuses: staffOnly(200) },
  callsByKeyAndMonth: { statuses: staffOnly(200) },
  listLogs: { statuses: staffOnly(200) },
  viewLog: { input: { query: { file: 'packhouse-2020-01-01-001.log' } }, statuses: staffOnly(404) },
  logEntries: { input: { query: { file: '../secrets.json' } }, statuses: staffOnly(404) },
  downloadLog: { input: { query: { file: '..%2fsecrets.json' } }, statuses: staffOnly(404) },
  setLogDebug: { input: { body: { on: false } }, statuses: staffOnly(200) },
  logWarnings: { statuses: staffOnly(200) },
  searchLogs: { input: { query: { q: 'nothing of this kind' } }, statuses: staffOnly(200) },
  tailLogs: { statuses: staffOnly(200) },
  listChanges: { statuses: staffOnly(200) },
  webhookDeliveries: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  resendDelivery: { input: { params: { id: UNKNOWN_ID, deliveryId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  testWebhook: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  rotateWebhookSecret: { input: { params: { id: UNKNOWN_ID }, body: { overlap: '0' } }, statuses: staffOnly(404) },
  listBackups: { statuses: staffOnly(200) },
  createBackup: { statuses: staffOnly(201) },
  drillBackup: { statuses: staffOnly(201) },
  releaseCopy: { input: { body: { discard: false } }, statuses: staffOnly(409) },
  listJobs: { statuses: staffOnly(200) },
  retryJob: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  discardJob: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  recordUsage: {
    input: { body: { batch: UNKNOWN_ID, events: [{ kind: 'page_view', name: '/', age: 0 }] } },
    statuses: signedIn(200),
  },
  myUsage: { statuses: signedIn(200) },
  exportMyUsage: { statuses: signedIn(200) },
  usageDashboard: { statuses: staffOnly(200) },
  usageTopUsers: { statuses: staffOnly(200) },
  usageActiveUsers: { statuses: staffOnly(200) },
  usagePopularPages: { statuses: staffOnly(200) },
  usagePageHeatmap: { statuses: staffOnly(200) },
  usageUserHeatmap: { statuses: staffOnly(200) },
  usageAppHeatmap: { statuses: staffOnly(200) },
  exportUsage: { statuses: staffOnly(200) },
  logout: { statuses: signedIn(204) },
  me: { statuses: signedIn(200) },
  myPermissions: { statuses: signedIn(200) },
  listPermissions: { statuses: staffOnly(200) },
  assignPermissions: {
    input: { body: { permissions: ['customer.read'], roleId: UNKNOWN_ID } },
    statuses: staffOnly(404),
  },
  detachPermissions: {
    input: { body: { permissions: ['customer.read'], roleId: UNKNOWN_ID } },
    statuses: staffOnly(404),
  },
  bulkAssignPermissions: {
    input: { body: { permissions: ['customer.read'], roleIds: [UNKNOWN_ID] } },
    statuses: staffOnly(404),
  },
  bulkRemovePermissions: {
    input: { body: { permissions: ['customer.read'], roleIds: [UNKNOWN_ID] } },
    statuses: staffOnly(404),
  },
  permissionReach: { input: { query: { roleIds: UNKNOWN_ID } }, statuses: staffOnly(200) },
  syncUserRoles: { input: { body: { userId: UNKNOWN_ID, roleIds: [] } }, statuses: staffOnly(404) },
  userPermissions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  rotateApiKey: { input: { params: { id: UNKNOWN_ID }, body: { overlap: '0' } }, statuses: staffOnly(404) },
  registerDeviceCertificate: {
    input: {
      body: {
        name: 'X',
        apiKeyId: UNKNOWN_ID,
        certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      },
    },
    statuses: staffOnly(400),
  },
  revokeApiKey: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  sendInvitation: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  invitePeople: {
    input: { body: { people: [{ email: 'no address', first_name: 'No', last_name: 'Address' }] } },
    statuses: staffOnly(200),
  },
  verifyInvitation: { input: { params: { token: 'phl_unknown' } }, statuses: everybody(410) },
  acceptInvitation: { input: { body: { token: 'phl_unknown', password: 'x' } }, statuses: everybody(410) },
  // Not there unless it is configured.
  register: { statuses: everybody(404) },
  forgotPassword: { input: { body: { email: 'nobody@packhouse.example' } }, statuses: everybody(204) },
  resetPassword: { input: { body: { token: 'phl_unknown', password: 'x' } }, statuses: everybody(410) },
  setUserPassword: { input: { params: { id: UNKNOWN_ID }, body: { password: 'x' } }, statuses: staffOnly(404) },
  sendPasswordReset: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  searchRecords: { input: { query: { q: 'vffs' } }, statuses: withAccess },
  listMails: { statuses: staffOnly(200) },
  listComments: { input: { query: UNKNOWN_RECORD }, statuses: staffOnly(404) },
  createComment: { input: { body: { ...UNKNOWN_RECORD, text: 'Hello' } }, statuses: staffOnly(404) },
  changeComment: { input: { params: { id: UNKNOWN_ID }, body: { text: 'Hello' } }, statuses: staffOnly(404) },
  removeComment: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  commentPeople: { input: { query: UNKNOWN_RECORD }, statuses: staffOnly(404) },
  myMentions: { statuses: staffOnly(200) },
  seeMentions: { input: { body: UNKNOWN_RECORD }, statuses: staffOnly(204) },
  listFollowUps: { statuses: staffOnly(200) },
  createFollowUp: { input: { body: { ...UNKNOWN_RECORD, ...FOLLOW_UP } }, statuses: staffOnly(404) },
  changeFollowUp: { input: { params: { id: UNKNOWN_ID }, body: FOLLOW_UP }, statuses: staffOnly(404) },
  removeFollowUp: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  sendMailAgain: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  mySettings: { statuses: signedIn(200) },
  changeMySettings: { input: { body: {} }, statuses: signedIn(200) },
  changeMyPassword: { input: { body: { current: 'wrong', new: 'wrong' } }, statuses: signedIn(400) },
  mySessions: { statuses: signedIn(200) },
  endMySession: { input: { params: { id: UNKNOWN_ID } }, statuses: signedIn(404) },
  endMyOtherSessions: { statuses: signedIn(200) },
  // Without a form.
  setMyPhoto: { statuses: signedIn(400) },
  removeMyPhoto: { statuses: signedIn(204) },
  getPhoto: { input: { params: { name: 'unknown' } }, statuses: everybody(404) },
  validateTwoFactor: {
    input: { body: { pending_token: 'php_unknown', two_factor_code: '000000' } },
    statuses: everybody(401),
  },
  startSecondFactor: { statuses: signedIn(200) },
  confirmSecondFactor: { input: { body: { code: 'wrong' } }, statuses: signedIn(400) },
  endSecondFactor: { input: { body: { password: 'wrong', code: 'wrong' } }, statuses: signedIn(404) },
  beginViewAs: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  endViewAs: { statuses: signedIn(204) },
  userSessions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  endUserSession: { input: { params: { id: UNKNOWN_ID, sessionId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  endUserSessions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  endSecondFactorOfUser: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  myPasskeys: { statuses: signedIn(200) },
  beginPasskey: { statuses: signedIn(200) },
  finishPasskey: { input: { body: { name: 'Phone', passkey: NEW_PASSKEY } }, statuses: signedIn(400) },
  renamePasskey: { input: { params: { id: UNKNOWN_ID }, body: { name: 'Phone' } }, statuses: signedIn(404) },
  removePasskey: { input: { params: { id: UNKNOWN_ID } }, statuses: signedIn(404) },
  pendingSecondFactors: { input: { body: { pending_token: 'php_unknown' } }, statuses: everybody(401) },
  beginPasskeySignIn: { input: { body: {} }, statuses: everybody(200) },
  finishPasskeySignIn: { input: { body: { passkey: PASSKEY_PROOF } }, statuses: everybody(401) },
  beginConfirmation: { statuses: signedIn(404) },
  confirmIdentity: { input: { body: { password: 'wrong' } }, statuses: signedIn(400) },
  setProviderSecret: { input: { params: { id: UNKNOWN_ID }, body: { secret: 'x' } }, statuses: staffOnly(404) },
  switchProvider: { input: { params: { id: UNKNOWN_ID }, body: { enabled: true } }, statuses: staffOnly(404) },
  testProvider: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  signOnAddresses: { statuses: staffOnly(200) },
  pkceExchange: {
    input: { body: { code: 'phc_unknown', code_verifier: 'x', redirect_uri: 'x' } },
    statuses: everybody(400),
  },
  profile: { statuses: signedIn(200) },
  myIdentities: { statuses: signedIn(200) },
  startLinking: { input: { params: { id: UNKNOWN_ID } }, statuses: signedIn(404) },
  unlinkIdentity: { input: { params: { id: UNKNOWN_ID } }, statuses: signedIn(404) },
  ignitionHealth: { statuses: withAccess },
  listMachines: { statuses: withAccess, machines: listed },
  listMachineIds: { statuses: withAccess, machines: ({ ids }: { ids: string[] }) => ids },
  myMachines: { statuses: withAccess, machines: listed },
  myMachinesStream: { statuses: withAccess },
  customerMachines: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  // Staff name the customer.
  partnerAccesses: { statuses: { ...withAccess, staff: 400 } },
  partnerReads: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  // Over before it begins; staff give nothing of customers away.
  givePartnerAccess: { input: { body: NEW_PARTNER }, statuses: { ...withAccess, own: 400, other: 400, staff: 404 } },
  answerDataUse: {
    input: { params: { id: UNKNOWN_ID }, body: { accepted: true, sha256: '0'.repeat(64) } },
    statuses: missingForAll,
  },
  endPartnerAccess: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  // Only with a key of a partner, whatever a role has.
  partnerMachines: { statuses: staffOnly(200) },
  partnerMachine: { input: { params: { id: OWN_MACHINE } }, statuses: staffOnly(404) },
  partnerHistory: { input: { params: { id: OWN_MACHINE } }, statuses: staffOnly(404) },
  ownPartnerReads: { statuses: staffOnly(200) },
  getMachine: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  machineHistory: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  fleetHistory: { input: { query: { tag: 'temperature', ...AN_HOUR } }, statuses: withAccess, machines: listed },
  machineStates: {
    input: { params: { id: OWN_MACHINE }, query: AN_HOUR },
    statuses: ownOnly,
  },
  machineTexts: { input: { params: { id: OWN_MACHINE }, query: { tag: 'Recipe', ...AN_HOUR } }, statuses: ownOnly },
  machineBatch: { input: { body: { machine_ids: [OWN_MACHINE] } }, statuses: withAccess },
  fleet: { statuses: staffOnly(200), machines: listed },
  fleetLanes: { input: { body: { machine_ids: [OWN_MACHINE], hours: '12' } }, statuses: staffOnly(200) },
  machineMetrics: { statuses: withAccess, machines: listed },
  machineHeatmap: { input: { query: { machineID: OWN_MACHINE } }, statuses: ownOnly },
  testMachine: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  machineCommands: { input: { params: { id: OWN_MACHINE } }, statuses: staffOnly(200) },
  sendMachineCommand: {
    input: { params: { id: OWN_MACHINE }, body: { tag: 'nothing', value: 1 } },
    statuses: staffOnly(400),
  },
  exportRecords: {
    input: { params: { id: OWN_MACHINE }, query: { from: '2026-11-21T00:00:00Z', to: '2026-11-21T01:00:00Z' } },
    statuses: ownOnly,
  },
  publishRecords: {
    input: { body: { records: [] } },
    statuses: { anonymous: 401, denied: 403, own: 403, other: 403, staff: 400 },
  },
  testOpcuaConnection: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  browseOpcuaConnection: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  testSubscriber: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  listTagMapVersions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  getTagMapVersion: { input: { params: { id: UNKNOWN_ID, version: '1' } }, statuses: staffOnly(404) },
  tagMapReach: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  rollOutTagMap: { input: { params: { id: UNKNOWN_ID }, body: { version: 1 } }, statuses: staffOnly(404) },
  tagMapMessages: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  previewTagMap: { input: { body: { tagMapId: UNKNOWN_ID, entries: [] } }, statuses: staffOnly(404) },
  listDeadLetters: { statuses: staffOnly(200) },
  deadLetterSummary: { statuses: staffOnly(200) },
  getDeadLetter: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  replayDeadLetter: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  replayDeadLetters: { input: { body: { ids: [UNKNOWN_ID] } }, statuses: staffOnly(200) },
  discardDeadLetter: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  discardDeadLetters: { input: { body: { ids: [UNKNOWN_ID] } }, statuses: staffOnly(200) },
  setAlarmRuleSecret: {
    input: { params: { id: UNKNOWN_ID }, body: { secret: null } },
    statuses: staffOnly(404),
  },
  alarmRuleTags: { statuses: staffOnly(200) },
  testAlarmRule: { input: { body: { name: 'x', kind: 'silence' } }, statuses: staffOnly(200) },
  listAlarms: { statuses: withAccess },
  alarmChoices: { input: { query: { of: 'machine' } }, statuses: withAccess },
  listAlarmShelves: { statuses: withAccess },
  getAlarm: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  alarmSummary: { statuses: withAccess },
  alarmStatistics: { statuses: withAccess },
  acknowledgeAlarm: { input: { params: { id: UNKNOWN_ID }, body: {} }, statuses: missingForAll },
  testAlarmWebhook: { input: { params: { id: UNKNOWN_ID }, body: { template: null } }, statuses: staffOnly(404) },
  pushSettings: { statuses: signedIn(200) },
  setPushChoices: { input: { body: { severities: [], quiet: null } }, statuses: signedIn(200) },
  addPushDevice: {
    input: {
      body: { endpoint: 'https://unknown.example/1', keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } },
    },
    statuses: signedIn(400),
  },
  renamePushDevice: { input: { params: { id: UNKNOWN_ID }, body: { name: 'Phone' } }, statuses: signedIn(404) },
  removePushDevice: { input: { params: { id: UNKNOWN_ID } }, statuses: signedIn(404) },
  testPushDevice: { input: { params: { id: UNKNOWN_ID } }, statuses: signedIn(404) },
  acknowledgeFromPush: { input: { body: { token: 'phn_unknown' } }, statuses: everybody(410) },
  acknowledgeAlarms: { input: { body: { ids: [UNKNOWN_ID] } }, statuses: missingForAll },
  alarmRemedy: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  noteAlarm: { input: { params: { id: UNKNOWN_ID }, body: { note: 'x' } }, statuses: missingForAll },
  markAlarmNote: { input: { params: { noteId: '1' }, body: { helpful: true } }, statuses: missingForAll },
  assignAlarm: { input: { params: { id: UNKNOWN_ID }, body: { assigneeId: null } }, statuses: staffOnly(404) },
  alarmAssignees: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  shelveAlarm: { input: { params: { id: UNKNOWN_ID }, body: { minutes: 5, reason: 'x' } }, statuses: staffOnly(404) },
  unshelveAlarm: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  machineStops: { input: { params: { id: OWN_MACHINE }, query: AN_HOUR }, statuses: ownOnly },
  assignDowntimeReasons: {
    input: { params: { id: OWN_MACHINE }, body: { version: 0, changes: [{ ...AN_HOUR, reasonId: null }] } },
    // Staff come after the customer, who has changed it: the version is an older one.
    statuses: { ...ownOnly, staff: 409 },
  },
  machineOee: { input: { params: { id: OWN_MACHINE }, query: AN_HOUR }, statuses: ownOnly },
  serviceSignatures: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  signServiceRecord: {
    input: { params: { id: UNKNOWN_ID }, body: { party: 'customer', name: 'A name', sha256: '0'.repeat(64) } },
    statuses: missingForAll,
  },
  machineService: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  machineShifts: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  machineShiftReports: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  subscribeToShifts: { input: { params: { id: OWN_MACHINE }, body: { shiftIds: [] } }, statuses: ownOnly },
  machineOrders: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  planOrder: {
    input: { params: { id: OWN_MACHINE }, body: ORDER },
    // Staff come after the customer, whose order is in the way.
    statuses: { ...ownOnly, own: 201, staff: 400 },
  },
  changeOrder: {
    input: { params: { id: OWN_MACHINE, orderId: UNKNOWN_ID }, body: { rowVersion: 1, order: ORDER } },
    statuses: missingForAll,
  },
  stepOrder: { input: { params: { id: OWN_MACHINE, orderId: UNKNOWN_ID, step: 'start' } }, statuses: missingForAll },
  removeOrder: { input: { params: { id: OWN_MACHINE, orderId: UNKNOWN_ID } }, statuses: missingForAll },
  enterOrderedMachines: { statuses: staffOnly(200) },
  makeClaimLabel: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  releaseOrderedMachine: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  machineToClaim: { input: { params: { token: 'unknown' } }, statuses: missingForAll },
  claimMachine: { input: { params: { token: 'unknown' }, body: { machineID: OWN_MACHINE } }, statuses: missingForAll },
  machineOrigin: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  myLines: { statuses: withAccess },
  lineFlow: { input: { params: { id: UNKNOWN_ID }, query: {} }, statuses: missingForAll },
  machineRequests: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  askForService: {
    input: { params: { id: OWN_MACHINE }, body: { subject: 'Film tears' } },
    statuses: { ...ownOnly, own: 201, staff: 201 },
  },
  requestPhotos: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  addRequestPhoto: { input: { params: { id: UNKNOWN_ID }, query: {} }, statuses: missingForAll },
  requestPhoto: {
    input: { params: { id: UNKNOWN_ID, fileId: UNKNOWN_ID }, query: { size: 'small' } },
    statuses: missingForAll,
  },
  machineVisits: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  visitForm: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  completeVisit: {
    input: {
      params: { id: UNKNOWN_ID },
      body: { formId: UNKNOWN_ID, doneAt: '2026-01-01T00:00:00Z', work: [{ taskId: null, what: 'New jaws' }] },
    },
    statuses: staffOnly(404),
  },
  serviceCalendar: {
    input: {
      query: {
        from: '2026-11-23T00:00:00.000Z',
        to: '2026-11-30T00:00:00.000Z',
        firstDay: '2026-11-23',
        lastDay: '2026-11-29',
      },
    },
    statuses: staffOnly(200),
  },
  spareParts: { input: { params: { id: OWN_MACHINE }, query: {} }, statuses: ownOnly },
  partsDrawing: { input: { params: { id: OWN_MACHINE, documentId: UNKNOWN_ID } }, statuses: missingForAll },
  machinesOfPart: { input: { params: { id: UNKNOWN_ID }, query: {} }, statuses: staffOnly(404) },
  // No part of it.
  askForParts: {
    input: { params: { id: OWN_MACHINE }, body: { parts: [{ itemId: UNKNOWN_ID, quantity: '1' }] } },
    statuses: { ...ownOnly, own: 409, staff: 409 },
  },
  copyModelParts: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  quoteParts: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  benchmark: { input: { query: {} }, statuses: { ...withAccess, staff: 404 } },
  mySharing: { statuses: { ...withAccess, staff: 404 } },
  decideSharing: {
    input: { body: { machine_ids: [OWN_MACHINE], purpose: 'benchmark', shared: true } },
    statuses: { ...withAccess, other: 404, staff: 404 },
  },
  sharingHistory: { input: { query: {} }, statuses: { ...withAccess, staff: 404 } },
  mySupportAccess: { statuses: { ...withAccess, staff: 404 } },
  machineSharing: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  askForSupportAccess: {
    input: { params: { id: OWN_MACHINE }, body: { reason: 'A fault', hours: 4 } },
    statuses: staffOnly(409),
  },
  answerSupportAccess: {
    input: { params: { id: UNKNOWN_ID }, body: { answer: 'grant' } },
    statuses: missingForAll,
  },
  machineDataSheet: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  machinePromises: { input: { params: { id: OWN_MACHINE }, query: {} }, statuses: ownOnly },
  missedPromises: { statuses: staffOnly(200) },
  machineAcceptanceTests: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  orderedMachineTests: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  recordAcceptanceTest: {
    input: {
      body: {
        entryId: UNKNOWN_ID,
        seen: null,
        test: { machineId: UNKNOWN_ID, testedOn: '2026-01-01', product: 'x', openPoints: 0 },
        signature: null,
      },
    },
    statuses: staffOnly(400),
  },
  attachMachineTag: { input: { params: { id: UNKNOWN_ID, tagId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  detachMachineTag: { input: { params: { id: UNKNOWN_ID, tagId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  attachStyleMachine: { input: { params: { id: UNKNOWN_ID, machineId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  detachStyleMachine: { input: { params: { id: UNKNOWN_ID, machineId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  cellHistory: { input: { params: { id: UNKNOWN_ID, styleId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  compatibilityMatrix: { statuses: staffOnly(200) },
  compatibilityMatrixDetails: { statuses: staffOnly(200) },
  exportCompatibilityMatrix: { statuses: staffOnly(200) },
  compatiblePair: { input: { params: { id: UNKNOWN_ID, styleId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  importCompatibilityMatrix: { statuses: staffOnly(400) },
  setCompatibilityCells: {
    input: { body: { cells: [{ machineId: UNKNOWN_ID, styleId: UNKNOWN_ID, rowVersion: null, result: 'no' }] } },
    statuses: staffOnly(400),
  },
  setMaterialCells: {
    input: {
      params: { id: UNKNOWN_ID },
      body: { cells: [{ machineId: UNKNOWN_ID, styleId: UNKNOWN_ID, rowVersion: null, result: 'no' }] },
    },
    statuses: staffOnly(404),
  },
  compatibleStyles: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  compatibleMachines: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  duplicateLibraryMachine: {
    input: { params: { id: UNKNOWN_ID }, body: { model: 'Copy' } },
    statuses: staffOnly(404),
  },
  getMachineSpecs: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  setMachineSpecs: {
    input: { params: { id: UNKNOWN_ID }, body: { rowVersion: 1, values: {} } },
    statuses: staffOnly(404),
  },
  libraryMachineImage: {
    input: { params: { id: UNKNOWN_ID, fileId: UNKNOWN_ID }, query: { size: 'small' } },
    statuses: staffOnly(404),
  },
  checkOptionRules: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  listRuleRevisions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  projectStream: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  lockStatus: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  changeProject: { input: { params: { id: UNKNOWN_ID }, body: {} }, statuses: staffOnly(404) },
  refreshProject: {
    input: { params: { id: UNKNOWN_ID }, body: { of: 'rates', dryRun: true } },
    statuses: staffOnly(404),
  },
  itemPrices: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  enterItemPrice: {
    input: { params: { id: UNKNOWN_ID }, body: { rowVersion: 1, effectiveFrom: '2027-01-01', price: '1' } },
    statuses: staffOnly(404),
  },
  updatePrices: {
    input: {
      body: {
        items: {},
        of: ['price'],
        change: { kind: 'percent', value: '1' },
        effectiveFrom: '9000-01-01',
        dryRun: true,
      },
    },
    statuses: staffOnly(200),
  },
  takeBackPrices: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  peopleOfProject: { input: { params: { projectId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  removePersonOfProject: { input: { params: { projectId: UNKNOWN_ID, userId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  projectRoleTypeList: { statuses: staffOnly(200) },
  projectBoard: { statuses: staffOnly(200) },
  acquireLock: { input: { params: { id: UNKNOWN_ID }, body: { session: UNKNOWN_ID } }, statuses: staffOnly(404) },
  heartbeatLock: { input: { params: { id: UNKNOWN_ID }, body: { token: '1' } }, statuses: staffOnly(404) },
  releaseLock: { input: { params: { id: UNKNOWN_ID }, body: { token: '1' } }, statuses: staffOnly(404) },
  forceLock: {
    input: { params: { id: UNKNOWN_ID }, body: { session: UNKNOWN_ID, reason: 'Away' } },
    statuses: staffOnly(404),
  },
  askForLock: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  publicQuote: { input: { params: { token: 'unknown' } }, statuses: everybody(410) },
  repriceQuote: { input: { params: { token: 'unknown' }, body: NO_CHOICES }, statuses: everybody(410) },
  askAboutQuote: { input: { params: { token: 'unknown' }, body: { question: 'Why?' } }, statuses: everybody(410) },
  quoteFile: { input: { params: { token: 'unknown', fileId: UNKNOWN_ID } }, statuses: everybody(410) },
  quotePdf: { input: { params: { token: 'unknown' } }, statuses: everybody(410) },
  acceptQuote: {
    input: {
      params: { token: 'unknown' },
      body: { name: 'A', mayOrder: true, choices: NO_CHOICES, sha256: '0'.repeat(64) },
    },
    statuses: everybody(410),
  },
  declineQuote: { input: { params: { token: 'unknown' }, body: {} }, statuses: everybody(410) },
  listQuoteLinks: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  createQuoteLink: {
    input: { params: { id: UNKNOWN_ID }, body: { recipientName: 'A', recipientEmail: 'a@packhouse.example' } },
    statuses: staffOnly(404),
  },
  previewQuote: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  previewQuoteFile: { input: { params: { id: UNKNOWN_ID, fileId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  withdrawQuoteLink: { input: { params: { id: UNKNOWN_ID, linkId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  answerQuoteQuestion: {
    input: { params: { id: UNKNOWN_ID, questionId: UNKNOWN_ID }, body: { answer: 'So.' } },
    statuses: staffOnly(404),
  },
  myQuotes: { statuses: withAccess },
  myQuoteFile: { input: { params: { id: UNKNOWN_ID, fileId: UNKNOWN_ID } }, statuses: missingForAll },
  myQuote: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  handOverLock: { input: { params: { id: UNKNOWN_ID }, body: { token: '1' } }, statuses: staffOnly(404) },
  walkVersions: { input: { params: { id: UNKNOWN_ID, a: '1', b: 'now' } }, statuses: staffOnly(404) },
  reviseProject: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  duplicateProject: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  listApprovals: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  decideApproval: {
    input: { params: { id: UNKNOWN_ID }, body: { rowVersion: 1, roleTypeId: UNKNOWN_ID, decision: 'approve' } },
    statuses: staffOnly(404),
  },
  currentRuleRevision: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  getRuleRevision: { input: { params: { id: UNKNOWN_ID, number: '1' } }, statuses: staffOnly(404) },
  configureMachine: { input: { params: { id: UNKNOWN_ID }, body: {} }, statuses: staffOnly(404) },
  configureJob: { input: { body: { styleId: UNKNOWN_ID } }, statuses: staffOnly(400) },
  libraryFilterOptions: { statuses: staffOnly(200) },
  machineOptionFilters: { statuses: staffOnly(200) },
  libraryMachineFleet: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  fleetOfMachines: { input: { query: { id: UNKNOWN_ID } }, statuses: staffOnly(200) },
  fleetPairs: { statuses: staffOnly(200) },
  unmappedRecipes: { statuses: staffOnly(200) },
  reorderFieldSpecs: {
    input: { params: { parentId: UNKNOWN_ID }, body: { ids: [UNKNOWN_ID] } },
    statuses: staffOnly(404),
  },
  documentsOfMachine: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  downloadDocument: {
    input: { params: { id: OWN_MACHINE, documentId: UNKNOWN_ID, fileId: UNKNOWN_ID } },
    statuses: missingForAll,
  },
  // Without a form.
  addDocumentWithFile: {
    input: { query: { machineId: UNKNOWN_ID, kind: 'manual', title: 'Manual', revision: 'A' } },
    statuses: staffOnly(400),
  },
  publicPageOfMachine: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  publicPageOfLabel: { input: { query: { machineID: 'NEVER-1' } }, statuses: everybody(200) },
  getRate: { input: { query: { from: 'EUR', to: 'XXX' } }, statuses: staffOnly(404) },
  customerData: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  exportCustomerData: { input: { params: { id: UNKNOWN_ID }, body: {} }, statuses: staffOnly(404) },
  customerDataFile: { input: { params: { id: UNKNOWN_ID, taskId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  removeCustomerData: { input: { params: { id: UNKNOWN_ID }, body: { name: 'Nobody' } }, statuses: staffOnly(404) },
  customerActivity: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  searchLocations: { input: { params: { parentId: UNKNOWN_ID }, query: { q: 'x' } }, statuses: staffOnly(404) },
  locationsWithCoordinates: { input: { params: { parentId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  publicSettings: { statuses: everybody(200) },
  listSettings: { statuses: staffOnly(200) },
  changeSettings: { input: { body: { changes: [LOST_SETTING] } }, statuses: staffOnly(409) },
  readSetting: { input: { params: { key: 'product.title' } }, statuses: staffOnly(200) },
  changeSetting: {
    input: { params: { key: 'no.such' }, body: { value: null, rowVersion: 0 } },
    statuses: staffOnly(404),
  },
  settingsHistory: { statuses: staffOnly(200) },
  takeBackSetting: { input: { params: { id: '999999999999' }, body: { rowVersion: 1 } }, statuses: staffOnly(404) },
  exportSettings: { statuses: staffOnly(200) },
  compareSettings: { input: { body: SETTINGS_OF_NOBODY }, statuses: staffOnly(200) },
  settingPicture: { input: { params: { name: '0'.repeat(64) } }, statuses: everybody(404) },
  health: { statuses: everybody(200) },
}

/**
 * What is expected of a call: its row above, or what holds for every resource: people with the permission, that is
 * staff, may; no one else, whatever is asked for. Staff ask for what is not there, so that the matrix changes nothing.
 * @throws Error for a call that is neither
 */
export function expectationOf(name: string, call: Call): Expectation {
  const row = (expectations as Record<string, Expectation>)[name]
  if (row !== undefined) return row
  const isOfResource = /^\w+\.(read|create|update|delete)$/.test(call.access) || name.includes('.transition.')
  if (!isOfResource) throw new Error(`Nobody has stated who may call ${name}.`)
  const body = call.body === undefined ? undefined : {}
  return {
    input: { params: { id: UNKNOWN_ID, parentId: UNKNOWN_ID, fileId: UNKNOWN_ID, number: '1', a: '1', b: '1' }, body },
    statuses: staffOnly(staffStatus(call)),
  }
}

/** An empty body or file is faulty, and so seen first; what is asked for by an id is not there. */
function staffStatus(call: Call): number {
  if (call.body !== undefined || call.accepts !== undefined) return 400
  return call.path.includes('{') ? 404 : 200
}
